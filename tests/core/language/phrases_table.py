"""The meanings of phrases, read on Monday, 23 November 2026 at 10:00 in Mexico City.

A line: the text | what is left as title (= all of it, - nothing) | what was understood (- nothing) | doubts, if any.
Understood: days, hours on the wall clock, part of day or hours~within, minutes, people, priority, reminder lead, (choices made for the person).
"""
# ruff: noqa: E501 a line is a case

TASKS_ES = """
Revisar contrato con @luis para el viernes, urgente | Revisar contrato | 2026-11-27 @luis URGENTE
Revisar contrato de mayo | = | - | mayo: WORDS
reporte de enero | = | - | enero: WORDS
Plan 25 | = | -
Comprar 24 y 25 cajas | = | -
artículos 24 y 25 | = | -
Revisar el 24 y 25 | = | - | el 24: WORDS
Revisar el 24 y 25 del código | = | - | el 24: WORDS
Pagar 24 y 25 dic | Pagar | 2026-12-24..2026-12-25
Pagar 24 o 25 dic | = | - | 24 o 25 dic: EITHER
Revisar el 3W | = | -
versión 2.5 | = | -
Llamar a Domingo Pérez | = | - | Domingo: WORDS
Ver martes 13 la película | = | - | martes 13: MISMATCH
Revisar contrato el próximo viernes | Revisar contrato | 2026-11-27 (THIS_WEEK)
Revisar contrato este viernes | Revisar contrato | 2026-11-27
Revisar contrato el viernes que viene | Revisar contrato | 2026-11-27 (THIS_WEEK)
Junta mañana por la mañana | Junta | 2026-11-24 morning (WHOLE_DAY)
Pagar 25/12 | Pagar | 2026-12-25
Pagar el 3 | Pagar | 2026-12-03
Pagar el 3 de marzo | Pagar | 2027-03-03 (NEXT_YEAR)
Pagar a fin de mes | Pagar | 2026-11-30
Pagar dentro de dos semanas | Pagar | 2026-12-07
Pagar en una quincena | Pagar | 2026-12-08
Pagar en 3 días | Pagar | 2026-11-26
Pagar la semana que viene | Pagar | 2026-11-30..2026-12-06
Minuta de ayer para mañana | Minuta de ayer | 2026-11-24 | ayer: WORDS
Preparar cierre de fin de mes para el viernes | Preparar cierre de fin de mes | 2026-11-27 | fin de mes: WORDS
Juntar lunes o martes | = | - | lunes o martes: EITHER
Pagar el 31/02 | = | - | el 31/02: IMPOSSIBLE
Pagar el viernes 28 de noviembre | = | - | el viernes 28 de noviembre: MISMATCH
Pagar el viernes 27 de noviembre | Pagar | 2026-11-27
Pagar el viernes 27 | Pagar | 2026-11-27
Pagar viernes 25 de diciembre | Pagar | 2026-12-25
Pagar antes del viernes | Pagar | 2026-11-27 (BEFORE)
Pagar para el 32 | = | - | para el 32: IMPOSSIBLE
Pagar en 3 días hábiles | = | - | en 3 días hábiles: VAGUE
Pagar en 2 semanas y 3 días | Pagar | 2026-12-10
Comprar el 3 en 1 | = | - | el 3: WORDS
Pedirle a @luis el contrato mañana | Pedirle a @luis el contrato | 2026-11-24 @luis
Llamar a @ana | = | @ana
@luis revisar contrato, alta prioridad | revisar contrato | @luis ALTA
No es urgente: pintar pared | pintar pared | BAJA
Revisar correo urgente de Ana | = | - | urgente: WORDS
¡Urgente! llamar a Ana | llamar a Ana | URGENTE
Comprar pan, mañana, leche | Comprar pan, leche | 2026-11-24
Pagar 12/25 | = | - | 12/25: IMPOSSIBLE
Soporte 24/7 | = | - | 24/7: WORDS
Tornillo 3/4 | = | - | 3/4: WORDS
Cotizar cuarto para las 5 | = | -
Pagar (para el viernes) luz | Pagar luz | 2026-11-27
Entregar a más tardar el lunes | Entregar | 2026-11-30 (NOT_TODAY)
Entrega 15-nov-2027 | Entrega | 2027-11-15
Entrega mar 3 | = | - | mar 3: EITHER
Black friday para el jueves | Black friday | 2026-11-26 | Black friday: WORDS
5 de mayo | - | 2027-05-05 (NEXT_YEAR)
principios de mes | = | - | principios de mes: VAGUE
Entregar para mayo | = | - | para mayo: VAGUE
Entregar a finales de mayo | Entregar | 2027-05-31 (NEXT_YEAR)
hoy pagar renta | pagar renta | 2026-11-23
para el tercer viernes de enero | - | 2027-01-15 (NEXT_YEAR)
escribir a ana@x.mx mañana | escribir a ana@x.mx | 2026-11-24
ver http://x.mx/2026-12-01/a | = | -
NO URGENTE lavar auto | lavar auto | BAJA
pagar luz prioridad alta | pagar luz | ALTA
Reporte Q3 by friday | Reporte Q3 | 2026-11-27
Reporte para mañana a las 5 | Reporte a las 5 | 2026-11-24
Pagar viernes 25/12 | Pagar | 2026-12-25
Entregar a fines de octubre | Entregar | 2027-10-31 (NEXT_YEAR)
Reporte de fin de mes | = | - | fin de mes: WORDS
Enviar el reporte de ventas el lunes a Juan Pérez | Enviar el reporte de ventas a Juan Pérez | 2026-11-30 (NOT_TODAY)
Comprar boletos para el concierto del 15 de diciembre | = | - | 15 de diciembre: WORDS
Preparar la junta del viernes para el jueves | Preparar la junta del viernes | 2026-11-26 | viernes: WORDS
Preparar la junta del viernes | = | - | viernes: WORDS
Presupuesto 2027 | = | -
Presupuesto 2027 para el 15 de enero de 2027 | Presupuesto 2027 | 2027-01-15
Pagar 15/01/2027 | Pagar | 2027-01-15
Pagar 2027-01-15 | Pagar | 2027-01-15
Pagar 15.1.2027 | Pagar | 2027-01-15
Pagar 15/1/27 | Pagar | 2027-01-15
Pagar 29/02 | Pagar | 2028-02-29 (NEXT_YEAR)
Pagar el 29 de febrero | Pagar | 2028-02-29 (NEXT_YEAR)
Pagar el 30 de febrero | = | - | el 30 de febrero: IMPOSSIBLE
Pagar el 31 | Pagar | 2026-12-31
Pagar el 23 | Pagar | 2026-11-23
Pagar el 22 | Pagar | 2026-12-22
Pagar el 1o de marzo | Pagar | 2027-03-01 (NEXT_YEAR)
Pagar el primero de enero | Pagar | 2027-01-01 (NEXT_YEAR)
Pagar el cinco de mayo | Pagar | 2027-05-05 (NEXT_YEAR)
Revisar 5 contratos | = | -
Revisar contrato en 2 meses | Revisar contrato | 2027-01-23
Revisar contrato en un año | Revisar contrato | 2027-11-23
Revisar contrato en 2 semanas | Revisar contrato | 2026-12-07
Revisar el contrato de 3 años | = | -
Entregar el viernes por la tarde | Entregar | 2026-11-27 afternoon (WHOLE_DAY)
Comer con Abril mañana | Comer con Abril | 2026-11-24 | Abril: WORDS
Hablar con Julio el martes | Hablar con Julio | 2026-11-24 | Julio: WORDS
El martes hablar con Julio | hablar con Julio | 2026-11-24 | Julio: WORDS
Revisar con @luis el contrato | Revisar el contrato | @luis
Revisar contrato @luis. | Revisar contrato. | @luis
Pedir a @ana, @luis y @eva el reporte | = | @ana @luis @eva
(@ana) revisar | revisar | @ana
Para @ana: revisar contrato para mañana | revisar contrato | 2026-11-24 @ana
Comprar: pan, leche - para mañana | Comprar: pan, leche | 2026-11-24
Enviar "reporte para el viernes" a Ana | = | - | para el viernes: WORDS
mañana | - | 2026-11-24
urgente | - | URGENTE
Entregar manãna | Entregar | 2026-11-24
hoy, mañana o pasado mañana | = | - | hoy: EITHER; mañana: EITHER; pasado mañana: EITHER
Terminar el 100% | = | -
Subir el 3.5 | = | -
Pagar el 3, urgente | Pagar | 2026-12-03 URGENTE
Pagar el 3 de cada mes | Pagar | 2026-12-03
Regar las plantas todos los lunes | Regar las plantas | 2026-11-23
Revisar los viernes | Revisar | 2026-11-27
Revisar reporte 10-11 | = | - | 10-11: WORDS
Revisar reporte para el 10-11 | = | - | para el 10-11: DATE_OR_DAYS
Revisar reporte para el 24-12 | Revisar reporte | 2026-12-24
Entregar 24-12 | Entregar | 2026-12-24
Comprar 24-12 hojas | = | - | 24-12: WORDS
Entregar el 03-04 | Entregar | 2027-04-03 (NEXT_YEAR)
Entregar el 31-02 | = | - | el 31-02: IMPOSSIBLE
Renovar el 3 y el 5 | = | - | el 3: EITHER; el 5: EITHER
Cumple de Ana el 3 de mayo de 2027 | Cumple de Ana | 2027-05-03
Llamar al 5555-1234 mañana | Llamar al 5555-1234 | 2026-11-24
Llamar al 55 1234 5678 el lunes | Llamar al 55 1234 5678 | 2026-11-30 (NOT_TODAY)
Entregar 3 de 5 reportes | = | -
Vuelo AM 445 el 3 | Vuelo AM 445 | 2026-12-03
Factura 2026-11 para el lunes | Factura 2026-11 | 2026-11-30 (NOT_TODAY)
Factura 12/2026 | = | -
Semana 48 | = | -
Ruta 5 de mayo | Ruta | 2027-05-05 (NEXT_YEAR)
Cita en Calle 16 de septiembre el lunes | Cita en Calle 16 de septiembre | 2026-11-30 (NOT_TODAY) | 16 de septiembre: SECOND
El lunes pasado falló; revisar hoy | El lunes pasado falló; revisar | 2026-11-23 | El lunes pasado: SECOND
"Revisar todo" para el viernes | "Revisar todo" | 2026-11-27
Pagar 1.2.2027 | Pagar | 2027-02-01
lunes 23 de noviembre | - | 2026-11-23
Pagar lunes 30/11 | Pagar | 2026-11-30
Quedar con @ana y revisar todo | = | @ana
¿Junta mañana? | ¿Junta? | 2026-11-24
Entregar reporte el 3. | Entregar reporte. | 2026-12-03
Pagar luz asignado a @eva, baja prioridad | Pagar luz | @eva BAJA
Pagar luz sin prisa | Pagar luz | BAJA
Lo antes posible llamar a Ana | llamar a Ana | URGENTE
Pintar prioridad media | Pintar | MEDIA
Entregar antes de fin de mes | Entregar | 2026-11-30 (BEFORE)
Entregar en quince días | Entregar | 2026-12-08
Entregar en veinte días | Entregar | 2026-12-13
Entregar de aquí a una semana | Entregar | 2026-11-30
Entregar hasta el viernes | Entregar | 2026-11-27 (UNTIL)
Entregar el último día del mes | Entregar | 2026-11-30
Entregar a fin de año | Entregar | 2026-12-31
Entregar fin del día | Entregar | 2026-11-23
Entregar el 3 del próximo mes | Entregar | 2026-12-03
Entregar dentro de un mes y dos días | Entregar | 2026-12-25
Enviar el lunes de esta semana | Enviar | 2026-11-23
Entregar a media tarde | = | -
Fiesta el cinco de mayo | Fiesta | 2027-05-05 (NEXT_YEAR)
Avisar a las 5 personas | = | -
Entregar para el viernes lo que vimos hoy | Entregar lo que vimos hoy | 2026-11-27 | hoy: SECOND
Pagar luz (para el viernes, @ana) | Pagar luz | 2026-11-27 @ana
Pagar luz (@ana, para el viernes) y agua | Pagar luz y agua | 2026-11-27 @ana
llamar f() mañana | llamar f() | 2026-11-24
Cerrar el trimestre | = | -
Buenos días | = | -
Good morning | = | -
hoy | - | 2026-11-23
Comprar 2 boletos para el 15 | Comprar 2 boletos | 2026-12-15
Entregar 10/12 piezas | = | - | 10/12: WORDS
Entregar para la mañana | = | -
Feliz viernes a todos | = | - | viernes: WORDS
Plan 30-60-90 | = | - | 30-60-90: IMPOSSIBLE
Junta el 5 y 6 de diciembre | Junta | 2026-12-05..2026-12-06
Junta el 5 o 6 de diciembre | = | - | el 5 o 6 de diciembre: EITHER
Junta el 5 y 9 de diciembre | = | - | el 5 y 9 de diciembre: EITHER
Entregar en 2 o 3 días | = | - | en 2 o 3 días: VAGUE
no para el viernes sino para el lunes | no para el viernes sino | 2026-11-30 (NOT_TODAY) | para el viernes: SECOND
mar | = | - | mar: EITHER
3/4 | - | 2027-04-03 (NEXT_YEAR)
@ana urgente | - | @ana URGENTE
24/7 | - | 2027-07-24 (NEXT_YEAR)
10-11 | = | - | 10-11: DATE_OR_DAYS
10 al 11 | - | 2026-12-10..2026-12-11
Entregar el 30 de noviembre o antes | Entregar o antes | 2026-11-30
Entregar hoy o mañana | = | - | hoy: EITHER; mañana: EITHER
Entregar mañana a primera hora | Entregar | 2026-11-24 morning (WHOLE_DAY)
Revisar contrato 2026 | = | -
Enviar contrato el 1 de diciembre a las 10 a Juan | Enviar contrato a las 10 a Juan | 2026-12-01
Entregar el viernes por la tarde a Ana | Entregar a Ana | 2026-11-27 afternoon (WHOLE_DAY)
Pagar la luz antes del 5 | Pagar la luz | 2026-12-05 (BEFORE)
Pagar a partir del día 5 | Pagar | 2026-12-05 (ONWARDS)
Facturas pal viernes | Facturas | 2026-11-27
Facturas pal juev | Facturas | 2026-11-26
Facturas mié | Facturas | 2026-11-25
vie mandar facturas | mandar facturas | 2026-11-27
Facturas el próx vie | Facturas | 2026-11-27 (THIS_WEEK)
Facturas vie que viene | Facturas | 2026-11-27 (THIS_WEEK)
Facturas prox semana | Facturas | 2026-11-30..2026-12-06
Facturas dom | = | - | dom: WORDS
Facturas pa el viernes | Facturas | 2026-11-27
Urge revisar contrato | revisar contrato | URGENTE
Pagar el lunes, me urge | Pagar | 2026-11-30 URGENTE (NOT_TODAY)
Pagar, no urge | Pagar | BAJA
Pagar, no es tan urgente | Pagar | BAJA
Pagar lo más pronto posible | Pagar | URGENTE
Juntar papeles para el martes de la otra semana | Juntar papeles | 2026-12-01
Juntar papeles para la otra semana | Juntar papeles | 2026-11-30..2026-12-06
Juntar papeles para el otro martes | = | - | para el otro martes: VAGUE
Juntar papeles en 2 semanas y media | = | - | en 2 semanas y media: VAGUE
Juntar papeles en mes y medio | = | - | en mes y medio: VAGUE
Juntar papeles para dentro de dos viernes | = | - | para dentro de dos viernes: VAGUE
Entregar como máximo el miércoles | Entregar | 2026-11-25
Entregar el mier | Entregar | 2026-11-25
Entregar el vier | Entregar | 2026-11-27
Entregar 2026/11/25 | Entregar | 2026-11-25
Entregar este fin | Entregar | 2026-11-28..2026-11-29
Entregar este fin de mes | Entregar | 2026-11-30
Entregar antes de la próxima semana | Entregar | 2026-11-30 (BEFORE)
Entregar antes del fin de semana | Entregar | 2026-11-28 (BEFORE)
Entregar de aquí al viernes | Entregar | 2026-11-27
Entregar este viernes que viene | Entregar | 2026-11-27 (THIS_WEEK)
Entregar antes de Navidad | Entregar | 2026-12-25 (BEFORE)
Entregar a más tardar el día de Reyes | Entregar | 2027-01-06 (NEXT_YEAR)
Entregar hasta Año Nuevo | Entregar | 2027-01-01 (NEXT_YEAR) (UNTIL)
Comprar regalos para Navidad | = | - | para Navidad: VAGUE
Organizar la cena de Nochebuena | = | -
Pagar renta para la quincena | Pagar renta | 2026-11-30
Pagar renta antes de la quincena | Pagar renta | 2026-11-30 (BEFORE)
Pagar renta el día de quincena | Pagar renta | 2026-11-30
Revisar la nómina de la quincena | = | -
Pagar al SAT mañana | Pagar al SAT | 2026-11-24
Pagar SAT el 17 | Pagar SAT | 2026-12-17
Mandar a finales de semana | Mandar | 2026-11-27 (FRIDAY)
Mandar a finales de la próxima semana | Mandar | 2026-12-04 (FRIDAY)
Mandar a fin de la otra semana | Mandar | 2026-12-04 (FRIDAY)
Enviar factura, alta | Enviar factura | ALTA
Enviar factura (baja) | Enviar factura | BAJA
Enviar factura - alta | Enviar factura | ALTA
Enviar factura (alta) para el viernes | Enviar factura | 2026-11-27 ALTA
Enviar factura para el viernes, alta | Enviar factura | 2026-11-27 ALTA
Enviar factura para el viernes (baja) | Enviar factura | 2026-11-27 BAJA
Enviar factura prioridad: urgente | Enviar factura | URGENTE
Enviar factura urge | Enviar factura | URGENTE
Enviar factura p/ viernes | Enviar factura | 2026-11-27
Enviar factura pa'l viernes | Enviar factura | 2026-11-27
Enviar factura pal lunes | Enviar factura | 2026-11-30 (NOT_TODAY)
Enviar factura para el lunes q viene | Enviar factura | 2026-11-30
Enviar factura el vienres | Enviar factura | 2026-11-27
Enviar factura para el juevez | Enviar factura | 2026-11-26
Enviar factura el miercoels | Enviar factura | 2026-11-25
Enviar factura para el sabdo | Enviar factura | 2026-11-28
Dar de baja a Pedro | = | -
Tramitar alta en IMSS | = | -
Tramitar alta en IMSS, alta | Tramitar alta en IMSS | ALTA
Revisar presión baja | = | -
Dar de alta al proveedor para mañana | Dar de alta al proveedor | 2026-11-24
Revisar el último viernes del mes | Revisar | 2026-11-27
Pagar el último día del mes | Pagar | 2026-11-30
Pagar de hoy en quince | Pagar | 2026-12-07
Pagar de hoy en 15 | Pagar | 2026-12-07
Pagar de hoy en 8 | Pagar | 2026-11-30
Pagar hoy mismo | Pagar | 2026-11-23
Pagar ahorita | Pagar | 2026-11-23 10:00
Pagar lo antes posible | Pagar | URGENTE
Pagar mañana a primera hora | Pagar | 2026-11-24 morning (WHOLE_DAY)
Pagar antes de fin de año | Pagar | 2026-12-31 (BEFORE)
Pagar a fin de año | Pagar | 2026-12-31
Pagar en la quincena | Pagar | 2026-11-30
Pagar 15 dic | Pagar | 2026-12-15
Pagar el 15/dic | Pagar | 2026-12-15
Pagar 15-dic | Pagar | 2026-12-15
Pagar el martes 1ro | Pagar | 2026-12-01
Pagar el martes 1 | Pagar | 2026-12-01
Pagar viernes 5 | = | - | viernes 5: MISMATCH
Pagar el viernes 5 de diciembre | = | - | el viernes 5 de diciembre: MISMATCH
Pagar dentro de 8 días | Pagar | 2026-12-01
Pagar en 8 días | Pagar | 2026-12-01
Pagar en quince días | Pagar | 2026-12-08
Pagar para antes del viernes | Pagar | 2026-11-27 (BEFORE)
Pagar antes del 15 | Pagar | 2026-12-15 (BEFORE)
Pagar hasta el viernes | Pagar | 2026-11-27 (UNTIL)
Pagar a mediados de diciembre | = | - | a mediados de diciembre: VAGUE
Pagar en diciembre | = | - | en diciembre: WORDS
Pagar el próximo mes | Pagar | 2026-12-01..2026-12-31
Pagar el mes q entra | Pagar | 2026-12-01..2026-12-31
Comprar 5 sillas el viernes | Comprar 5 sillas | 2026-11-27
Comprar sillas viernes, @ana, alta | Comprar sillas | 2026-11-27 @ana ALTA
Comprar sillas con @ana y @luis pal viernes, urgente | Comprar sillas | 2026-11-27 @ana @luis URGENTE
Revisar con Viernes el contrato | = | - | Viernes: WORDS
Terminar pendientes de la semana | = | -
Hacer inventario antes de navidad | Hacer inventario | 2026-12-25 (BEFORE)
Revisar contrato pasado mañana temprano | Revisar contrato | 2026-11-25 morning (WHOLE_DAY)
"""
TASKS_EN = """
Call May Torres | = | - | May: WORDS
Pay next friday | Pay | 2026-11-27 (THIS_WEEK)
Pay in two weeks | Pay | 2026-12-07
Pay by end of month | Pay | 2026-11-30
Pay 12/25 | Pay | 2026-12-25 (MONTH_FIRST)
Pay 3/4 | = | - | 3/4: WORDS
Pay by 3/4 | Pay | 2027-03-04 (MONTH_FIRST) (NEXT_YEAR)
Monday's report for Tuesday | Monday's report | 2026-11-24 | Monday: WORDS
Report of Monday | = | - | Monday: WORDS
Deploy on March 3 to prod | Deploy to prod | 2027-03-03 (NEXT_YEAR)
You may call May Torres by may | = | - | May: WORDS; by may: VAGUE
You may call | = | -
Prepare Friday's meeting by Thursday | Prepare Friday's meeting | 2026-11-26 | Friday: WORDS
Finish the May report by June 3 | Finish the May report | 2027-06-03 (NEXT_YEAR) | May: WORDS
Send invoices on the 1st | Send invoices | 2026-12-01
Call John tomorrow | Call John | 2026-11-24
Buy 2 tickets for Sunday | Buy 2 tickets | 2026-11-29
Urgent: fix login by tomorrow @ana | fix login | 2026-11-24 @ana URGENTE
Fix login asap | Fix login | URGENTE
low priority: clean desk this week | clean desk | 2026-11-23..2026-11-29 BAJA
Clean desk by the end of the week | Clean desk | 2026-11-27 (FRIDAY)
Ship v2.5 in 3 days | Ship v2.5 | 2026-11-26
Ship v2.5 day after tomorrow | Ship v2.5 | 2026-11-25
Prepare budget for 2027 | = | -
Ask @ana about the budget by friday | Ask @ana about the budget | 2026-11-27 @ana
Fix bug, assigned to @ana | Fix bug | @ana
Review with @ana and @luis by tomorrow | Review | 2026-11-24 @ana @luis
Plan for next year | = | - | for next year: VAGUE
Go on Monday or Tuesday | = | - | on Monday or Tuesday: EITHER
Version 10.11.12 release | = | - | 10.11.12: WORDS
Second March meeting | = | - | March: WORDS
Meet Sat | = | - | Sat: WORDS
I sat down today | I sat down | 2026-11-23
Sun screen | = | -
Monday Blues playlist | = | - | Monday: WORDS
The Friday Group review | = | - | Friday: WORDS
send it by EOD | send it | 2026-11-23
3rd party audit by June 1st | 3rd party audit | 2027-06-01 (NEXT_YEAR) | 3rd: WORDS
Finish before Dec 1 | Finish | 2026-12-01 (BEFORE)
finish by 2026-12-01! | finish! | 2026-12-01
Finish by Jan 5, 2027 - urgent | Finish | 2027-01-05 URGENTE
Finish by January 5th 2027, high priority | Finish | 2027-01-05 ALTA
5 Jan report | report | 2027-01-05 (NEXT_YEAR)
Top 10 for the 10th | Top 10 | 2026-12-10
a week from tuesday call Bob | call Bob | 2026-12-01
two days from now call Bob | call Bob | 2026-11-25
call Bob in a couple of days | call Bob | 2026-11-25
call Bob within a week | call Bob | 2026-11-30
call Bob in a fortnight | call Bob | 2026-12-07
pay on 5/12 | pay | 2027-05-12 (MONTH_FIRST) (NEXT_YEAR)
pay on 12/5 | pay | 2026-12-05 (MONTH_FIRST)
pay on 5/5 | pay | 2027-05-05 (NEXT_YEAR)
pay on 12/13 | pay | 2026-12-13 (MONTH_FIRST)
call Bob this afternoon | call Bob | 2026-11-23 afternoon (WHOLE_DAY)
this weekend paint | paint | 2026-11-28..2026-11-29
no rush: paint wall | paint wall | BAJA
not urgent paint wall | paint wall | BAJA
priority: high paint wall | paint wall | ALTA
paint wall priority low | paint wall | BAJA
paint wall, medium priority, for @eva | paint wall | @eva MEDIA
Review contract with @luis by Friday, urgent | Review contract | 2026-11-27 @luis URGENTE
Review contract this friday | Review contract | 2026-11-27
Review contract by next Friday | Review contract | 2026-11-27 (THIS_WEEK)
Review contract on Friday | Review contract | 2026-11-27
Send report tomorrow | Send report | 2026-11-24
Send report by tomorrow | Send report | 2026-11-24
Send report the day after tomorrow | Send report | 2026-11-25
Pay rent on the 3rd | Pay rent | 2026-12-03
Pay rent by March 3 | Pay rent | 2027-03-03 (NEXT_YEAR)
Pay rent by March 3rd, 2027 | Pay rent | 2027-03-03
Pay rent on 3 March 2027 | Pay rent | 2027-03-03
Pay rent 25/12 | Pay rent | 2026-12-25
Pay rent 12/25/2026 | Pay rent | 2026-12-25 (MONTH_FIRST)
Pay rent on 03/04/2027 | Pay rent | 2027-03-04 (MONTH_FIRST)
Pay rent 2027-03-03 | Pay rent | 2027-03-03
Pay rent due Dec 1 | Pay rent | 2026-12-01
Pay rent no later than Dec 1 | Pay rent | 2026-12-01
Pay rent until Friday | Pay rent | 2026-11-27 (UNTIL)
Pay taxes by the end of the month | Pay taxes | 2026-11-30
Pay taxes by end of next month | Pay taxes | 2026-12-31
Pay taxes at the end of March | Pay taxes | 2027-03-31 (NEXT_YEAR)
Close books by end of year | Close books | 2026-12-31
Paint next month | Paint | 2026-12-01..2026-12-31
Paint this month | Paint | 2026-11-23..2026-11-30
Paint in three days | Paint | 2026-11-26
Paint in a week | Paint | 2026-11-30
Paint in 10 days | Paint | 2026-12-03
Paint in 1 month | Paint | 2026-12-23
Paint in 1 week and 2 days | Paint | 2026-12-02
Paint within 5 days | Paint | 2026-11-28
Paint 3 days from now | Paint | 2026-11-26
Paint in 5 business days | = | - | in 5 business days: VAGUE
Paint on Feb 29 | Paint | 2028-02-29 (NEXT_YEAR)
Paint on Feb 30 | = | - | on Feb 30: IMPOSSIBLE
Paint on Friday the 27th | Paint | 2026-11-27
Paint on Friday Nov 27 | Paint | 2026-11-27
Paint on Friday, November 28 | = | - | on Friday, November 28: MISMATCH
Paint by mid-march | = | - | by mid-march: VAGUE
Paint by March | = | - | by March: VAGUE
Tomorrow: paint wall | paint wall | 2026-11-24
Today paint wall | paint wall | 2026-11-23
High priority: paint wall @eva | paint wall | @eva ALTA
Paint wall - top priority | Paint wall | ALTA
Read urgent mail from Bob | = | - | urgent: WORDS
Read last Monday's minutes | = | - | last Monday: WORDS
Read yesterday's minutes by tomorrow | Read yesterday's minutes | 2026-11-24 | yesterday: WORDS
Read the minutes of Tuesday | = | - | Tuesday: WORDS
Book table for 4 on Saturday | Book table for 4 | 2026-11-28
Watch Friday the 13th | = | - | Friday the 13th: MISMATCH
Buy 7up and 3M tape | = | -
Upgrade to Python 3.11 | = | -
Reply to "see you tomorrow" | = | - | tomorrow: WORDS
April Jones: send contract by May 5 | April Jones: send contract | 2027-05-05 (NEXT_YEAR) | April: WORDS
Call June about the budget | = | - | June: WORDS
Ship 24/7 support page | = | - | 24/7: WORDS
Email bob@x.com by monday | Email bob@x.com | 2026-11-30 (NOT_TODAY)
Pay Monday and Wednesday | = | - | Monday and Wednesday: EITHER
Thank @ana and Bob | = | @ana
🎉 Celebrate 🎂 next friday! | 🎉 Celebrate 🎂! | 2026-11-27 (THIS_WEEK)
Deliver by tonight | Deliver | 2026-11-23 night (WHOLE_DAY)
Deliver by Sunday week | Deliver | 2026-12-06
Deliver Friday | Deliver | 2026-11-27
Deliver FRIDAY | Deliver | 2026-11-27
Join a March | = | - | March: WORDS
Join a march | = | -
today | - | 2026-11-23
Camp Dec 5 and 6 | Camp | 2026-12-05..2026-12-06
Camp on Dec 5 or 6 | = | - | on Dec 5 or 6: EITHER
Send the contract to Jane on Tuesday afternoon | Send the contract to Jane | 2026-11-24 afternoon (WHOLE_DAY)
Prepare slides for Monday's meeting | = | - | for Monday: WORDS
Meet Ana on the weekend | Meet Ana | 2026-11-28..2026-11-29
Deliver tomorrow morning to Bob | Deliver to Bob | 2026-11-24 morning (WHOLE_DAY)
Deliver on the 3rd in the afternoon | Deliver | 2026-12-03 afternoon (WHOLE_DAY)
Call night shift on friday | Call night shift | 2026-11-27
Prepare slides for tomorrow's meeting | = | - | for tomorrow: WORDS
Send invoice by EOD Friday | Send invoice | 2026-11-27
Send invoice by end of day tomorrow | Send invoice | 2026-11-24
Send invoice Friday EOD | Send invoice | 2026-11-27
Send invoice by COB | Send invoice | 2026-11-23
Send invoice tmrw | Send invoice | 2026-11-24
Send invoice a week today | Send invoice | 2026-11-30
Send invoice a week on Friday | Send invoice | 2026-12-04
Send invoice before next week | Send invoice | 2026-11-30 (BEFORE)
Ping Bob weds | Ping Bob | 2026-11-25
Ship before Christmas | Ship | 2026-12-25 (BEFORE)
Ship by New Year's Day | Ship | 2027-01-01 (NEXT_YEAR)
Buy gifts for Christmas | = | - | for Christmas: VAGUE
Call the following Friday | Call | 2026-11-27 (THIS_WEEK)
Plan by the end of next week | Plan | 2026-12-04 (FRIDAY)
Send invoice, high | Send invoice | ALTA
Send invoice (low) | Send invoice | BAJA
Send invoice - high | Send invoice | ALTA
Send invoice by Friday, low | Send invoice | 2026-11-27 BAJA
Send invoice by Friday (high) | Send invoice | 2026-11-27 ALTA
Send invoice high priority | Send invoice | ALTA
Send invoice asap | Send invoice | URGENTE
Send invoice w/ @ana by Friday | Send invoice | 2026-11-27 @ana
Send invoice by 12/1 | Send invoice | 2026-12-01 (MONTH_FIRST)
Send invoice 12/15 | Send invoice | 2026-12-15 (MONTH_FIRST)
Send invoice on 1/12 | Send invoice | 2027-01-12 (MONTH_FIRST) (NEXT_YEAR)
Send invoice by Firday | Send invoice | 2026-11-27
Send invoice by Wensday | Send invoice | 2026-11-25
Send invoice by thu EOD | Send invoice | 2026-11-26
next fri send invoice | send invoice | 2026-11-27 (THIS_WEEK)
Send invoice 2morrow | Send invoice | 2026-11-24
Send invoice by thurdsay | Send invoice | 2026-11-26
Send invoice by tomorow | Send invoice | 2026-11-24
Send invoice tommorow | Send invoice | 2026-11-24
Send invoice by eow | Send invoice | 2026-11-27 (FRIDAY)
Send invoice by end of week | Send invoice | 2026-11-27 (FRIDAY)
Send invoice by eom | Send invoice | 2026-11-30
Send invoice by end of year | Send invoice | 2026-12-31
Send invoice by the last Friday of the month | Send invoice | 2026-11-27
Send invoice two weeks from today | Send invoice | 2026-12-07
Send invoice in a fortnight | Send invoice | 2026-12-07
Send invoice next month | Send invoice | 2026-12-01..2026-12-31
Send invoice by the 15th | Send invoice | 2026-12-15
Send invoice b4 Friday | Send invoice | 2026-11-27 (BEFORE)
Send invoice first thing tomorrow | Send invoice | 2026-11-24 morning (WHOLE_DAY)
Check low pressure | = | -
Buy high chairs | = | -
Buy high chairs, low | Buy high chairs | BAJA
Reduce stock, low | Reduce stock | BAJA
"""
EVENTS_ES = """
Junta el veintitrés a las cuatro y media | Junta | 2026-11-23 16:30 (AFTERNOON)
Junta el día veintinueve a las 10 | Junta | 2026-11-29 10:00 (MORNING)
Junta el dos de copas a las 10 | Junta el dos de copas | 10:00 (MORNING)
Junta el jueves 9.30 | Junta | 2026-11-26 09:30 (MORNING)
Comida el jueves 14:30, en Los Arcos el 5 | Comida, en Los Arcos el 5 | 2026-11-26 14:30 | el 5: SECOND
Junta 15 para las 8 | Junta | 07:45 (MORNING)
Junta mañana a 20 para las 9 pm | Junta | 2026-11-24 20:40
Junta faltando 10 minutos para las 8 | Junta | 07:50 (MORNING)
Junta 20 para la una | Junta | 12:40 (AFTERNOON)
Mesa para 5 para las 8 | Mesa para 5 | 08:00 (MORNING)
Mesa de 5 para las 8 | Mesa de 5 | 08:00 (MORNING)
Junta de 10 a 11 hrs | Junta | 10:00-11:00 (MORNING)
Junta de 9 a 10 horas | Junta | 09:00-10:00 (MORNING)
Junta mañana 10-11 hrs | Junta | 2026-11-24 10:00-11:00 (MORNING)
Junta de 12 a 1 hrs | Junta | 12:00-13:00 (NOON)
Junta de 2 a 3 hrs | = | - | de 2 a 3 hrs: VAGUE
Junta de 2 a 3 horas | = | - | de 2 a 3 horas: VAGUE
Junta 2-3 hrs | = | - | 2-3 hrs: VAGUE
Junta de 10 o 11 hrs | = | - | de 10 o 11 hrs: VAGUE
Junta el 24-12 a las 10 | Junta | 2026-12-24 10:00 (MORNING)
Junta 15-12 | Junta | 2026-12-15
Junta el 10-11 | = | - | el 10-11: DATE_OR_DAYS
Guardia 22-6 | = | - | 22-6: EITHER
Junta 16-18 | Junta | 16:00-18:00
Junta con proveedores jueves 16:00 1h @ana @luis | Junta con proveedores | 2026-11-26 16:00 60min @ana @luis
@ana @luis mañana 10-11 | - | 2026-11-24 10:00-11:00 @ana @luis (MORNING)
Junta mañana por la mañana | Junta | 2026-11-24 morning
Junta pasado mañana a las 5 | Junta | 2026-11-25 17:00 (AFTERNOON)
Junta a las 8 | Junta | 08:00 (MORNING)
Junta a las 5 de la tarde | Junta | 17:00
Comida a mediodía | Comida | 12:00
Carne asada fin de semana | Carne asada | 2026-11-28..2026-11-29
Junta de 10 a 11:30 | Junta | 10:00-11:30 (MORNING)
Junta mañana 10:00 hora y media | Junta | 2026-11-24 10:00 90min
Junta mañana 10:00 45 min | Junta | 2026-11-24 10:00 45min
Junta mañana 10:00 30m | Junta | 2026-11-24 10:00 30min
Comprar 30 m de cable mañana | Comprar 30 m de cable | 2026-11-24
cena mañana en la noche a las 8 | cena | 2026-11-24 20:00 night
Junta en 2 horas | Junta | 2026-11-23 12:00
Junta en hora y media | Junta | 2026-11-23 11:30
Junta de 2 horas mañana a las 10 | Junta | 2026-11-24 10:00 120min (MORNING)
Junta con Domingo mañana | Junta con Domingo | 2026-11-24 | Domingo: WORDS
Junta con Domingo | = | - | Domingo: WORDS
comida domingo | comida | 2026-11-29
Domingo Pérez: junta 10:00 | Domingo Pérez: junta | 10:00 | Domingo: WORDS
Junta cada lunes 10:00 | Junta cada lunes | 10:00 | cada lunes: VAGUE
Junta después de las 5 | = | - | después de las 5: VAGUE
Junta mañana cuarto para las 5 | Junta | 2026-11-24 16:45 (AFTERNOON)
Junta mañana a las cinco y media | Junta | 2026-11-24 17:30 (AFTERNOON)
Junta mañana a medianoche | Junta | 2026-11-24 00:00 (MIDNIGHT)
Junta 12 de la noche mañana | Junta | 2026-11-24 00:00 (MIDNIGHT)
Junta mañana 17h | Junta | 2026-11-24 17:00
Junta mañana 17:00 hrs | Junta | 2026-11-24 17:00
Junta 2h mañana | Junta | 2026-11-24 120min
🎉 Fiesta de @ana 🎂 el sábado a las 9 de la noche!!! | 🎉 Fiesta de @ana 🎂!!! | 2026-11-28 21:00 @ana
reunión lunes y miércoles 10:00 | reunión lunes y miércoles | 10:00 | lunes y miércoles: EITHER
viernes 5 de la tarde junta | junta | 2026-11-27 17:00
viernes 10 a 11 junta | junta | 2026-11-27 10:00-11:00 (MORNING)
junta a las 10 del viernes | junta | 2026-11-27 10:00 (MORNING)
Junta 10:00 y comida 14:00 | Junta 10:00 y comida | 14:00 | 10:00: SECOND
25:00 junta | = | - | 25:00: IMPOSSIBLE
Junta del 3 al 7 de diciembre | Junta | 2026-12-03..2026-12-07
entre las 4 y las 6 mañana | - | 2026-11-24 16:00-18:00 (AFTERNOON)
Junta con @ana y @luis mañana | Junta | 2026-11-24 @ana @luis
Llamar a las 5 a Ana | Llamar a Ana | 17:00 (AFTERNOON)
Curso 3-5 de diciembre | Curso | 2026-12-03..2026-12-05
Junta a las 5 el 5 | Junta | 2026-12-05 17:00 (AFTERNOON)
Taller mañana 10am a 1pm | Taller | 2026-11-24 10:00-13:00
Taller mañana 10am-13:00 | Taller | 2026-11-24 10:00-13:00
Taller jue 27 10:00 | Taller jue 27 | 10:00 | jue 27: MISMATCH
Entregar en 15 días | Entregar | 2026-12-08
Cita de hoy en ocho | Cita | 2026-11-30
junta el lunes de la próxima semana a las 11 | junta | 2026-11-30 11:00 (MORNING)
Junta mañana viernes | = | - | mañana: MISMATCH; viernes: MISMATCH
Junta hoy lunes 10:00 | Junta | 2026-11-23 10:00
Taller jue 26 10:00 | Taller | 2026-11-26 10:00
Junta mañana 10:00 | Junta | 2026-11-24 10:00
Junta mañana en la noche 10:00 | Junta | 2026-11-24 22:00 night
Junta mañana 9:30 | Junta | 2026-11-24 09:30 (MORNING)
Cena viernes 8pm | Cena | 2026-11-27 20:00
Cena viernes 8 pm con @ana | Cena | 2026-11-27 20:00 @ana
Cena viernes a las 20 hrs | Cena | 2026-11-27 20:00
Cena viernes 20h | Cena | 2026-11-27 20:00
Desayuno sábado 8 de la mañana | Desayuno | 2026-11-28 08:00
Vuelo 6 de la madrugada del jueves | Vuelo | 2026-11-26 06:00
Junta jueves de 4 a 6 de la tarde | Junta | 2026-11-26 16:00-18:00
Junta jueves 4-6 | Junta | 2026-11-26 16:00-18:00 (AFTERNOON)
Junta jueves 4 a 6 | Junta | 2026-11-26 16:00-18:00 (AFTERNOON)
Comprar 24 y 25 sillas | = | -
Ver los artículos 24 y 25 | = | -
Capacitación el 24 y 25 | = | - | el 24: WORDS
Capacitación 24 y 25 dic | Capacitación | 2026-12-24..2026-12-25
Junta jueves entre 4 y 6 | Junta | 2026-11-26 16:00-18:00 (AFTERNOON)
Junta jueves de 10 am a 1 pm | Junta | 2026-11-26 10:00-13:00
Junta de 10 a 15 personas mañana | Junta de 10 a 15 personas | 2026-11-24 | de 10 a 15: WORDS
Junta de 10 a 11 con Ana | Junta con Ana | 10:00-11:00 (MORNING)
Junta capítulos 3-4 mañana 10:00 | Junta capítulos 3-4 | 2026-11-24 10:00 | 3-4: SECOND
Junta 90 min mañana 9 | Junta 9 | 2026-11-24 90min | 9: HOUR
Junta mañana a la una | Junta | 2026-11-24 13:00 (AFTERNOON)
Junta mañana a la 1 | Junta | 2026-11-24 13:00 (AFTERNOON)
Junta mañana a las 12 | Junta | 2026-11-24 12:00 (NOON)
Junta mañana a las 12 y media | Junta | 2026-11-24 12:30 (AFTERNOON)
Junta mañana en la tarde a las 12 | Junta | 2026-11-24 12:00 afternoon
Junta mañana en la noche a las 12 | Junta | 2026-11-24 00:00 night (MIDNIGHT)
Junta mañana en la noche de 11 a 12 | Junta | 2026-11-24 23:00-00:00 night
Cena mañana a las 12 | Cena | 2026-11-24 00:00 (MIDNIGHT)
Desayuno mañana a las 12 | Desayuno | 2026-11-24 12:00 (NOON)
Junta mañana a las 0:30 | Junta | 2026-11-24 00:30
Junta mañana a las 24:00 | Junta a las 24:00 | 2026-11-24 | a las 24:00: IMPOSSIBLE
Junta por 2 horas el martes | Junta | 2026-11-24 120min
Taller de media hora el martes 9:00 | Taller | 2026-11-24 09:00 30min (MORNING)
Taller 1h30 martes 9:00 | Taller | 2026-11-24 09:00 90min (MORNING)
Taller 1:30 h martes 9:00 | Taller 1:30 h | 2026-11-24 09:00 (MORNING) | 1:30 h: SECOND
Taller 2 h 15 min martes 9:00 | Taller | 2026-11-24 09:00 135min (MORNING)
Taller 1.5 horas martes 9:00 | Taller | 2026-11-24 09:00 90min (MORNING)
Taller dos horas y media martes 9:00 | Taller | 2026-11-24 09:00 150min (MORNING)
Taller tres cuartos de hora martes 9:00 | Taller | 2026-11-24 09:00 45min (MORNING)
lunes, martes junta | = | - | lunes: EITHER; martes: EITHER
Junta 1h con Ana | Junta con Ana | 60min
Curso de 2 horas de Excel mañana 10:00 | Curso de Excel | 2026-11-24 10:00 120min
Comida con @ana y Pedro mañana a las 2 | Comida con @ana y Pedro | 2026-11-24 14:00 @ana (AFTERNOON)
@ana | - | @ana
@Ana.Lopez mañana | - | 2026-11-24 @ana.lopez
10-11 | - | 10:00-11:00 (MORNING)
9 | = | -
9am | - | 09:00
mañana 9 | 9 | 2026-11-24 | 9: HOUR
@ana y @luis mañana | - | 2026-11-24 @ana @luis
Junta con @ana y @luis sobre ventas mañana | Junta sobre ventas | 2026-11-24 @ana @luis
Junta 1h 3 personas | Junta 3 personas | 60min
Junta 2 horas y media el martes 9:00 | Junta | 2026-11-24 09:00 150min (MORNING)
Junta 1h 30 min el martes 9:00 | Junta | 2026-11-24 09:00 90min (MORNING)
Junta 2h30m el martes 9:00 | Junta | 2026-11-24 09:00 150min (MORNING)
JUNTA VIERNES 10:00 | JUNTA | 2026-11-27 10:00
Cita mañana entre 10 y 11 | Cita | 2026-11-24 10:00-11:00 (MORNING)
Cita mañana a las 10 am | Cita | 2026-11-24 10:00
Cita mañana 10 a.m. | Cita | 2026-11-24 10:00
Cita mañana a las diez y cuarto | Cita | 2026-11-24 10:15 (MORNING)
Cita mañana a las once menos cuarto | Cita | 2026-11-24 10:45 (MORNING)
Cita mañana a mediodía por media hora | Cita | 2026-11-24 12:00 30min
Cita 1 de la tarde mañana | Cita | 2026-11-24 13:00
Cita esta tarde a las 4 | Cita | 2026-11-23 16:00 afternoon
Cita esta noche | Cita | 2026-11-23 night
Cita hoy en la noche | Cita | 2026-11-23 night
Cita a las 5 en punto mañana | Cita | 2026-11-24 17:00 (AFTERNOON)
Cita mañana de 11 a 1 | Cita | 2026-11-24 11:00-13:00 (MORNING)
Cita mañana de 22:00 a 1:00 | Cita | 2026-11-24 22:00-01:00
Cita mañana 7 | Cita 7 | 2026-11-24 | 7: HOUR
Junta el 3 de marzo de 10 a 11:30 | Junta | 2027-03-03 10:00-11:30 (NEXT_YEAR) (MORNING)
Junta el 3 de marzo del 27 a las 10 | Junta | 2027-03-03 10:00 (MORNING)
Avisar a las 5 personas | = | -
Ver resultados a las 2 semanas | = | -
Taller de medio día mañana | Taller de medio día | 2026-11-24
Comida al medio día mañana | Comida | 2026-11-24 12:00
junta mañana temprano | junta | 2026-11-24 morning
Noche de pizza | = | -
Noche de pizza el viernes | Noche de pizza | 2026-11-27
Tarde libre el viernes | Tarde libre | 2026-11-27
Cena 8-10 de la noche viernes | Cena | 2026-11-27 20:00-22:00
Guardia de 22 a 6 mañana | Guardia | 2026-11-24 22:00-06:00
Guardia mañana 22:00-06:00 | Guardia | 2026-11-24 22:00-06:00
Junta 15:30 | Junta | 15:30
Junta mañana 05:30 | Junta | 2026-11-24 05:30
Fiesta el sábado a la 1 de la noche | Fiesta | 2026-11-29 01:00 (SMALL_HOURS)
Junta mañana en la noche a la 1 | Junta | 2026-11-25 01:00 night (SMALL_HOURS)
Junta mañana en la noche de 1 a 3 | Junta | 2026-11-25 01:00-03:00 night (SMALL_HOURS)
Junta mañana por la noche a las 01:30 | Junta | 2026-11-25 01:30 night (SMALL_HOURS)
Junta esta noche a la 1 | Junta | 2026-11-24 01:00 night (SMALL_HOURS)
Junta en la noche a la 1 | Junta | 01:00 night (SMALL_HOURS)
Junta mañana en la noche a las 5 | Junta | 2026-11-24 17:00 night (AFTERNOON)
Cena mañana a la 1 | Cena | 2026-11-24 13:00 (AFTERNOON)
Vuelo mañana de madrugada a las 3 | Vuelo | 2026-11-24 03:00 small_hours
Vuelo de madrugada a las 3 | Vuelo | 03:00 small_hours
Vuelo el jueves de madrugada | Vuelo | 2026-11-26 small_hours
Vuelo en la madrugada del viernes a las 12 | Vuelo | 2026-11-27 00:00 small_hours (MIDNIGHT)
Cena mañana de noche a las 8 | Cena | 2026-11-24 20:00 night
Clase de noche | = | -
Salida mañana muy temprano a las 5 | Salida | 2026-11-24 05:00 morning
Junta mañana a las 12 de la mañana | Junta | 2026-11-24 12:00 (NOON)
Junta mañana a las 12:30 de la mañana | Junta | 2026-11-24 12:30
Junta mañana a las 12 de la madrugada | Junta | 2026-11-24 00:00
Junta 15:30 a 17 | Junta | 15:30-17:00
Junta 15.30 hrs mañana | Junta | 2026-11-24 15:30
Junta mañana a las 5.30 | Junta | 2026-11-24 17:30 (AFTERNOON)
Junta mañana 3pm-4:30pm | Junta | 2026-11-24 15:00-16:30
Junta 3 pm - 4 pm mañana | Junta | 2026-11-24 15:00-16:00
Sprint 24 lunes 10:00 | Sprint 24 | 2026-11-30 10:00 (NOT_TODAY)
Revisión 360 lunes 10:00 | Revisión 360 | 2026-11-30 10:00 (NOT_TODAY)
Junta lunes10:00 | = | -
junta @ana@luis mañana | junta @ana@luis | 2026-11-24
@ana,@luis mañana | - | 2026-11-24 @ana @luis
Junta equipo @ana, @luis; jueves 4pm; 2h | Junta equipo | 2026-11-26 16:00 120min @ana @luis
Junta con el equipo de @ana mañana | Junta con el equipo de @ana | 2026-11-24 @ana
Junta en la mañana del viernes | Junta | 2026-11-27 morning
Junta mañana en la mañana | Junta | 2026-11-24 morning
Junta hoy 5pm | Junta | 2026-11-23 17:00
Junta 14 hs mañana | Junta | 2026-11-24 14:00
Junta a las 5 o 6 mañana | Junta a las 5 o 6 | 2026-11-24 | a las 5 o 6: EITHER
Junta de 1 a 2 horas mañana | Junta de 1 a 2 horas | 2026-11-24 | de 1 a 2 horas: VAGUE
Junta de 1 o 2 horas mañana | Junta de 1 o 2 horas | 2026-11-24 | de 1 o 2 horas: VAGUE
@ana 4 a 6 | - | 16:00-18:00 @ana (AFTERNOON)
@ana @luis mañana 4 a 6 | - | 2026-11-24 16:00-18:00 @ana @luis (AFTERNOON)
jueves 4 a 6 | - | 2026-11-26 16:00-18:00 (AFTERNOON)
4 a 6 | - | 16:00-18:00 (AFTERNOON)
sábado 10 | 10 | 2026-11-28 | 10: HOUR
@ana sábado | - | 2026-11-28 @ana
Junta mañana de 9 a 10 o de 11 a 12 | Junta de 9 a 10 o | 2026-11-24 11:00-12:00 (MORNING) | de 9 a 10: SECOND
Junta jueves o viernes 10:00 | Junta jueves o viernes | 10:00 | jueves o viernes: EITHER
Junta de 16 a 18 horas mañana | Junta | 2026-11-24 16:00-18:00
Junta de 4 a 6 horas mañana | Junta de 4 a 6 horas | 2026-11-24 | de 4 a 6 horas: VAGUE
Junta viernes por la mañana a las 9 | Junta | 2026-11-27 09:00 morning
Junta viernes por la noche 8-10 | Junta | 2026-11-27 20:00-22:00 night
Junta jueves 16:00 avísame 30 min antes | Junta | 2026-11-26 16:00 lead:30
Junta jueves 16:00 1h @luis avisar 2 h antes | Junta | 2026-11-26 16:00 60min @luis lead:120
Junta jueves 16:00 con aviso de 5 min | Junta | 2026-11-26 16:00 lead:5
Junta jueves 16:00 con un recordatorio de 1 día | Junta | 2026-11-26 16:00 lead:1440
Junta jueves 16:00, aviso 2 días antes | Junta | 2026-11-26 16:00 lead:2880
Junta jueves 16:00 recuérdame media hora antes | Junta | 2026-11-26 16:00 lead:30
Junta jueves 16:00 y avísanos con una semana de anticipación | Junta | 2026-11-26 16:00 lead:10080
Junta jueves 16:00 avísame 0 min antes | Junta | 2026-11-26 16:00 lead:0
Junta jueves 16:00 avísame al empezar | Junta | 2026-11-26 16:00 lead:0
Junta jueves 16:00 sin aviso | Junta | 2026-11-26 16:00 lead:None
Aviso a clientes jueves 16:00 2 h | Aviso a clientes | 2026-11-26 16:00 120min
Recordatorio 2 h jueves 16:00 | Recordatorio | 2026-11-26 16:00 120min
Revisión sin aviso previo jueves 16:00 | Revisión sin aviso previo | 2026-11-26 16:00 | sin aviso: WORDS
avísame 5 min antes, avísame 1 h antes | avísame 5 min antes | lead:60 | avísame 5 min antes: SECOND
Junta hoy a las 12 del día | Junta | 2026-11-23 12:00
Junta el viernes 1 p. m. | Junta | 2026-11-27 13:00
Junta hoy 17h30 | Junta | 2026-11-23 17:30
Junta mañana 11 hrs | Junta | 2026-11-24 11:00 (MORNING)
Guardia mañana 12 horas | Guardia | 2026-11-24 720min
Junta hoy a las 2 y 30 | Junta | 2026-11-23 14:30 (AFTERNOON)
Junta hoy a las 2 y treinta | Junta | 2026-11-23 14:30 (AFTERNOON)
Cena con cliente viernes a las 8 | Cena con cliente | 2026-11-27 20:00 (EVENING)
Cena viernes de 8 a 10 | Cena | 2026-11-27 20:00-22:00 (EVENING)
Cena viernes 8 am | Cena | 2026-11-27 08:00
Desayuno viernes a las 6 | Desayuno | 2026-11-27 06:00 (MORNING)
Escenario mañana a las 8 | Escenario | 2026-11-24 08:00 (MORNING)
Junta mañana a las 8 pm a 9 pm | Junta | 2026-11-24 20:00-21:00
Junta mañana cuatro de la tarde | Junta | 2026-11-24 16:00
Junta mar 24 nov 10:00 | Junta | 2026-11-24 10:00
Junta mar 25 nov 10:00 | Junta mar 25 nov | 10:00 | mar 25 nov: MISMATCH
Boda sábado 12 dic 5pm recuérdame el día anterior | Boda | 2026-12-12 17:00 lead:1440
Viaje de lunes a miércoles de la próxima semana | Viaje | 2026-11-30..2026-12-02
Viaje del lunes al miércoles de la próxima semana | Viaje | 2026-11-30..2026-12-02
Viaje la próxima semana de lunes a miércoles | Viaje | 2026-11-30..2026-12-02
Viaje la semana que viene del lunes al miércoles | Viaje | 2026-11-30..2026-12-02
Curso de martes a jueves la semana que viene | Curso | 2026-12-01..2026-12-03
Curso la semana que entra de martes a viernes | Curso | 2026-12-01..2026-12-04
Curso de lunes a viernes de la semana que viene | Curso | 2026-11-30..2026-12-04
Feria de miércoles a viernes de esta semana | Feria | 2026-11-25..2026-11-27
Junta con Tokio a las 9 UTC | Junta con Tokio | 03:00 (MORNING) (OTHER_ZONE)
Llamada mañana 10:00 PST | Llamada | 2026-11-24 12:00 (OTHER_ZONE)
Llamada mañana 10:00 hora de Tijuana | Llamada | 2026-11-24 12:00 (OTHER_ZONE)
Junta mañana a las 11 hora del centro | Junta | 2026-11-24 11:00 (MORNING)
Junta mañana a las 11 hora del Pacífico | Junta hora del Pacífico | 2026-11-24 11:00 (MORNING) | hora del Pacífico: ZONE
Junta mañana 11 am hora de Nueva York | Junta | 2026-11-24 10:00 (OTHER_ZONE)
Llamada viernes 16:00 CST | Llamada | 2026-11-27 16:00
Llamada viernes 4 pm EST con clientes | Llamada con clientes | 2026-11-27 15:00 (OTHER_ZONE)
Llamada jueves 15:00 GMT | Llamada | 2026-11-26 09:00 (OTHER_ZONE)
Llamada mañana a las 2 de Colombia | Llamada | 2026-11-24 13:00 (AFTERNOON) (OTHER_ZONE)
Llamada mañana a las 11 hora argentina | Llamada | 2026-11-24 08:00 (MORNING) (OTHER_ZONE)
Llamada mañana 15hs hora España | Llamada | 2026-11-24 08:00 (OTHER_ZONE)
Llamada mañana a las 10 de allá | Llamada de allá | 2026-11-24 10:00 (MORNING) | de allá: ZONE
Llamada mañana a las 10 hora de acá | Llamada | 2026-11-24 10:00 (MORNING)
Llamada con el cliente de Madrid mañana a las 10 | Llamada con el cliente de Madrid | 2026-11-24 10:00 (MORNING)
Junta mañana a las 9 hora de Madrid | Junta | 2026-11-24 02:00 (MORNING) (OTHER_ZONE)
Junta viernes 5 | Junta 5 | 2026-11-27 | 5: HOUR
Junta lunes 8 | Junta 8 | 2026-11-30 (NOT_TODAY) | 8: HOUR
Comida viernes 2 | Comida 2 | 2026-11-27 | 2: HOUR
Junta martes 9 | Junta 9 | 2026-11-24 | 9: HOUR
Junta martes 24 | Junta | 2026-11-24
Junta jueves 26 a las 10 | Junta | 2026-11-26 10:00 (MORNING)
Junta viernes 4 | Junta | 2026-12-04
Junta mañana 16 30 | Junta | 2026-11-24 16:30
Junta mañana a las 16 30 | Junta | 2026-11-24 16:30
Junta mañana 4:30p | Junta | 2026-11-24 16:30
Junta mañana 10a | Junta | 2026-11-24 10:00
Junta mañana 10a-11a | Junta | 2026-11-24 10:00-11:00
Junta mañana 9 30 a 10 30 | Junta | 2026-11-24 09:30-10:30 (MORNING)
Junta mañana de 11 a mediodía | Junta | 2026-11-24 11:00-12:00
Junta mañana de 10 a medio día | Junta | 2026-11-24 10:00-12:00
Junta mañana de mediodía a 2 | Junta | 2026-11-24 12:00-14:00
Junta mañana de 12 a 1 | Junta | 2026-11-24 12:00-13:00 (NOON)
Desayuno mañana a primera hora | Desayuno | 2026-11-24 morning
Junta mañana a primera hora | Junta | 2026-11-24 morning
Junta ahorita | Junta | 2026-11-23 10:00
Junta ahorita con @luis | Junta | 2026-11-23 10:00 @luis
Junta ahora | Junta | 2026-11-23 10:00
Junta en 10 minutos | Junta | 2026-11-23 10:10
Junta en una hora | Junta | 2026-11-23 11:00
Junta en media hora | Junta | 2026-11-23 10:30
Junta de hoy en quince | Junta | 2026-12-07
Junta de hoy en ocho | Junta | 2026-11-30
Entrega el último viernes del mes | Entrega | 2026-11-27
Entrega el último viernes de diciembre | Entrega | 2026-12-25
Entrega el primer lunes de diciembre | Entrega | 2026-12-07
Entrega el tercer jueves de enero | Entrega | 2027-01-21 (NEXT_YEAR)
Junta el primer lunes del mes que viene | Junta | 2026-12-07
Junta el jueves w/ @ana | Junta | 2026-11-26 @ana
Junta p/ mañana 10:00 | Junta | 2026-11-24 10:00
Junta pa'l viernes 10:00 | Junta | 2026-11-27 10:00
Junta pal viernes a las 10 | Junta | 2026-11-27 10:00 (MORNING)
Junta el lunes q viene a las 10 | Junta | 2026-11-30 10:00 (MORNING)
Junta la semana q entra | Junta | 2026-11-30..2026-12-06
Junta el prox lunes 10:00 | Junta | 2026-11-30 10:00
Junta el próx. viernes 10:00 | Junta | 2026-11-27 10:00 (THIS_WEEK)
Junta el jueve a las 10 | Junta | 2026-11-26 10:00 (MORNING)
Junta el vienres a las 10 | Junta | 2026-11-27 10:00 (MORNING)
Junta miercles 10:00 | Junta | 2026-11-25 10:00
Junta el miercolez 10 am | Junta | 2026-11-25 10:00
Junta sabdo 10 am | Junta | 2026-11-28 10:00
Junta el domigo 10 am | Junta | 2026-11-29 10:00
Junta martez 10 am | Junta | 2026-11-24 10:00
Junta mañna 10 am | Junta | 2026-11-24 10:00
Junta @ana @luis mañana 10:00 | Junta | 2026-11-24 10:00 @ana @luis
Junta @ Oficina mañana 10:00 | Junta @ Oficina | 2026-11-24 10:00
Junta en la sala 2 mañana 10:00 | Junta en la sala 2 | 2026-11-24 10:00
Comida el viernes a las 3 de la tarde | Comida | 2026-11-27 15:00
Junta hoy 17h | Junta | 2026-11-23 17:00
Junta hoy 17:00hrs | Junta | 2026-11-23 17:00
Junta hoy a las cinco y cuarto | Junta | 2026-11-23 17:15 (AFTERNOON)
Junta hoy al mediodía | Junta | 2026-11-23 12:00
Cena mañana 8 | Cena 8 | 2026-11-24 | 8: HOUR
Junta mañana 7 | Junta 7 | 2026-11-24 | 7: HOUR
Desayuno el lunes 8:30 | Desayuno | 2026-11-30 08:30 (NOT_TODAY) (MORNING)
Junta 30/11 9:00 | Junta | 2026-11-30 09:00 (MORNING)
Junta lun 30 nov 9:00 | Junta | 2026-11-30 09:00 (MORNING)
Junta 1 dic 12:30 | Junta | 2026-12-01 12:30
Junta el martes 1 de diciembre de 9 a 11 | Junta | 2026-12-01 09:00-11:00 (MORNING)
Junta el 1ero de diciembre 10:00 | Junta | 2026-12-01 10:00
Junta del 3 al 5 de diciembre | Junta | 2026-12-03..2026-12-05
Junta mañana tipo 10 | Junta | 2026-11-24 10:00 (MORNING)
Junta mañana como a las 10 | Junta | 2026-11-24 10:00 (MORNING)
Junta mañana 10ish | Junta | 2026-11-24 10:00 (MORNING)
Junta mañana a eso de las 10 | Junta | 2026-11-24 10:00 (MORNING)
Junta mañana entre 10 y 11 | Junta | 2026-11-24 10:00-11:00 (MORNING)
Junta mañana en la tarde | Junta | 2026-11-24 afternoon
Junta mañana a última hora | Junta | 2026-11-24 afternoon
Junta mañana temprano | Junta | 2026-11-24 morning
Junta el lunes por la mañana a las 9 | Junta | 2026-11-30 09:00 morning (NOT_TODAY)
Junta pasado mañana a las 4 y media | Junta | 2026-11-25 16:30 (AFTERNOON)
Junta dentro de 15 días 10:00 | Junta | 2026-12-08 10:00
Junta fin de mes 10:00 | Junta | 2026-11-30 10:00
Junta este finde 10:00 | Junta | 2026-11-28..2026-11-29 10:00
Junta el fin de semana | Junta | 2026-11-28..2026-11-29
Junta mañana 10-11:30 | Junta | 2026-11-24 10:00-11:30 (MORNING)
Junta mañana 10 a 11:30 | Junta | 2026-11-24 10:00-11:30 (MORNING)
Junta mañana 10:00–11:00 | Junta | 2026-11-24 10:00-11:00
Junta mañana de 4 a 5:30 pm | Junta | 2026-11-24 16:00-17:30
Junta el 15 a las 10 | Junta | 2026-12-15 10:00 (MORNING)
Junta 15 de diciembre 10am con @ana aviso 1 hora antes | Junta | 2026-12-15 10:00 @ana lead:60
Junta mañana 10am por zoom | Junta por zoom | 2026-11-24 10:00
Junta de 1h mañana 10:00 | Junta | 2026-11-24 10:00 60min
Junta mañana 10:00 (2 hrs) | Junta | 2026-11-24 10:00 120min
"""
EVENTS_EN = """
Lunch on Thursday 12:30, diner on 5th | Lunch, diner on 5th | 2026-11-26 12:30 | on 5th: SECOND
Call at 15 to 8 | Call | 07:45 (MORNING)
Call at 20 past 8 pm | Call | 20:20
Call 10 minutes to 8 | Call | 07:50 (MORNING)
Sync from 20 to 8 | Sync | 20:00-08:00
Sync 10 to 11 | = | - | 10 to 11: WORDS
Sync from 10 to 11 hrs | Sync | 10:00-11:00 (MORNING)
Sync from 2 to 3 hours | = | - | from 2 to 3 hours: VAGUE
Call tomorrow night at 1 | Call | 2026-11-25 01:00 night (SMALL_HOURS)
Call tonight at 2 | Call | 2026-11-24 02:00 night (SMALL_HOURS)
Call tomorrow at 1 at night | Call | 2026-11-25 01:00 (SMALL_HOURS)
Call tomorrow in the small hours at 3 | Call | 2026-11-24 03:00 small_hours
Call tomorrow early morning at 3 | Call | 2026-11-24 03:00 morning
Call tomorrow at 12 in the morning | Call | 2026-11-24 00:00 (MIDNIGHT)
Sync 24-12 at 9 | Sync | 2026-12-24 09:00 (MORNING)
Meet tomorrow morning | Meet | 2026-11-24 morning
Dinner tonight | Dinner | 2026-11-23 night
Dinner tonight at 8 | Dinner | 2026-11-23 20:00 night
Sync 4-6pm tomorrow | Sync | 2026-11-24 16:00-18:00
Sync 11-1 tomorrow | Sync | 2026-11-24 11:00-13:00 (MORNING)
Sync 9-5 friday | Sync | 2026-11-27 09:00-17:00 (MORNING)
Meet half past five tomorrow | Meet | 2026-11-24 17:30 (AFTERNOON)
Meet tomorrow at quarter to six | Meet | 2026-11-24 17:45 (AFTERNOON)
review friday next week 3pm | review | 2026-12-04 15:00
lunch at noon on the 5th | lunch | 2026-12-05 12:00
Standup in half an hour for 15 minutes | Standup | 2026-11-23 10:30 15min
Call with @ana tomorrow 3pm for an hour and a half | Call | 2026-11-24 15:00 90min @ana
Call with @ana and @luis on Friday at 5 | Call | 2026-11-27 17:00 @ana @luis (AFTERNOON)
Call at five on Friday | Call | 2026-11-27 17:00 (AFTERNOON)
Call from 10 to 11:30 on Dec 3 | Call | 2026-12-03 10:00-11:30 (MORNING)
Lunch Wednesday noon | Lunch | 2026-11-25 12:00
Party Saturday night | Party | 2026-11-28 night
Party on the 31st at 9 at night | Party | 2026-12-31 21:00
Offsite next weekend | Offsite | 2026-11-28..2026-11-29 (THIS_WEEK)
Offsite next week | Offsite | 2026-11-30..2026-12-06
Weekly sync every Monday at 10 | Weekly sync every Monday | 10:00 (MORNING) | every Monday: VAGUE
Sync tomorrow 10:00-10:45 | Sync | 2026-11-24 10:00-10:45
Sync 10:00–11:00 on 2026-12-01 | Sync | 2026-12-01 10:00-11:00
Sync Friday 10 o'clock | Sync | 2026-11-27 10:00 (MORNING)
Sync Friday at 8 in the evening | Sync | 2026-11-27 20:00
Sync Friday 1 hour | Sync | 2026-11-27 60min
Sync Friday 30 mins 9:15 | Sync | 2026-11-27 09:15 30min (MORNING)
Review Good Friday plan tomorrow | Review Good Friday plan | 2026-11-24 | Good Friday: WORDS
Coffee in 20 minutes | Coffee | 2026-11-23 10:20
Coffee in an hour | Coffee | 2026-11-23 11:00
Review 20 minutes of footage | = | - | 20 minutes: WORDS
Watch Saturday Night Fever tomorrow | Watch Saturday Night Fever | 2026-11-24 | Saturday Night: WORDS
Sync tomorrow at 5 | Sync | 2026-11-24 17:00 (AFTERNOON)
Sync tomorrow at 8 | Sync | 2026-11-24 08:00 (MORNING)
Sync tomorrow at 12 | Sync | 2026-11-24 12:00 (NOON)
Sync tomorrow at 17:30 | Sync | 2026-11-24 17:30
Sync tomorrow at 5pm | Sync | 2026-11-24 17:00
Sync tomorrow at 5:30 p.m. | Sync | 2026-11-24 17:30
Sync tomorrow 5 in the afternoon | Sync | 2026-11-24 17:00
Sync tomorrow at half past two | Sync | 2026-11-24 14:30 (AFTERNOON)
Sync tomorrow in the morning | Sync | 2026-11-24 morning
Sync thursday 16:00 1h @ana @luis | Sync | 2026-11-26 16:00 60min @ana @luis
Sync from 10 to 11:30 tomorrow | Sync | 2026-11-24 10:00-11:30 (MORNING)
Sync between 2 and 3 on friday | Sync | 2026-11-27 14:00-15:00 (AFTERNOON)
Sync Thu 10-11 with @ana | Sync | 2026-11-26 10:00-11:00 @ana (MORNING)
Sync on Dec 3 from 9am to 1pm | Sync | 2026-12-03 09:00-13:00
Sync on Dec 3, 9:00 to 10:30 | Sync | 2026-12-03 09:00-10:30 (MORNING)
Sync tomorrow for 45 minutes | Sync | 2026-11-24 45min
Sync tomorrow 90 min 3pm | Sync | 2026-11-24 15:00 90min
Sync 2 hours and 30 minutes tomorrow 3pm | Sync | 2026-11-24 15:00 150min
Sync friday 1.5 hours at 9:00 | Sync | 2026-11-27 09:00 90min (MORNING)
Sync at midnight on friday | Sync | 2026-11-27 00:00 (MIDNIGHT)
Sync in 45 minutes | Sync | 2026-11-23 10:45
Sync in 2 hours | Sync | 2026-11-23 12:00
Sync after 5 tomorrow | Sync after 5 | 2026-11-24 | after 5: VAGUE
Sync before noon tomorrow | Sync before noon | 2026-11-24 | before noon: VAGUE
Sync tomorrow at 25:00 | Sync at 25:00 | 2026-11-24 | at 25:00: IMPOSSIBLE
Sync 10 to 15 people tomorrow | Sync 10 to 15 people | 2026-11-24 | 10 to 15: WORDS
Read chapters 3-4 with Ana tomorrow at noon | Read chapters 3-4 with Ana | 2026-11-24 12:00 | 3-4: SECOND
Lunch with Sunday Okafor tomorrow 1pm | Lunch with Sunday Okafor | 2026-11-24 13:00 | Sunday: WORDS
Dinner tomorrow night at 9 | Dinner | 2026-11-24 21:00 night
Breakfast tomorrow morning 7:30 | Breakfast | 2026-11-24 07:30 morning
@ana @luis tomorrow 10-11 | - | 2026-11-24 10:00-11:00 @ana @luis (MORNING)
@ana and @luis friday afternoon | - | 2026-11-27 afternoon @ana @luis
10:00-11:30 | - | 10:00-11:30
Good morning call tomorrow 9am | Good morning call | 2026-11-24 09:00
Sync 1-2 hours tomorrow | Sync 1-2 hours | 2026-11-24 | 1-2 hours: VAGUE
@ana 9 to 5 | - | 09:00-17:00 @ana (MORNING)
sat 10am | - | 2026-11-28 10:00
sat morning | - | 2026-11-28 morning
1-2 tomorrow | - | 2026-11-24 13:00-14:00 (AFTERNOON)
Lunch Thursday 4pm remind me 30 min before | Lunch | 2026-11-26 16:00 lead:30
Lunch Thursday 4pm with a reminder 1 day before | Lunch | 2026-11-26 16:00 lead:1440
Lunch Thursday 4pm and remind us two hours ahead | Lunch | 2026-11-26 16:00 lead:120
Lunch Thursday 4pm reminder 5 minutes before | Lunch | 2026-11-26 16:00 lead:5
Lunch Thursday 4pm remind everyone at the start | Lunch | 2026-11-26 16:00 lead:0
Lunch Thursday 4pm no reminder | Lunch | 2026-11-26 16:00 lead:None
Reminder to suppliers Thursday 4pm | Reminder to suppliers | 2026-11-26 16:00
Call Friday 4pm with a 1 day reminder | Call | 2026-11-27 16:00 lead:1440
Call Friday 4pm, 10 minute reminder | Call | 2026-11-27 16:00 lead:10
Dinner Friday at 8 | Dinner | 2026-11-27 20:00 (EVENING)
Trip Monday to Wednesday next week | Trip | 2026-11-30..2026-12-02
Trip next week Monday to Wednesday | Trip | 2026-11-30..2026-12-02
Trip from Monday to Wednesday of next week | Trip | 2026-11-30..2026-12-02
Training next week from Tuesday to Thursday | Training | 2026-12-01..2026-12-03
Fair Wednesday through Friday this week | Fair | 2026-11-25..2026-11-27
Trip next week, Mon-Wed | Trip | 2026-11-30..2026-12-02
Call tomorrow at 9 UTC | Call | 2026-11-24 03:00 (MORNING) (OTHER_ZONE)
Call tomorrow 10:00 PST | Call | 2026-11-24 12:00 (OTHER_ZONE)
Call tomorrow 10am Pacific | Call | 2026-11-24 12:00 (OTHER_ZONE)
Call tomorrow 10am Eastern time | Call | 2026-11-24 09:00 (OTHER_ZONE)
Call tomorrow 10am ET | Call | 2026-11-24 09:00 (OTHER_ZONE)
Call tomorrow at 10 Tijuana time | Call | 2026-11-24 12:00 (MORNING) (OTHER_ZONE)
Call tomorrow 3pm London time | Call | 2026-11-24 09:00 (OTHER_ZONE)
Meeting Friday 5 | Meeting 5 | 2026-11-27 | 5: HOUR
Meeting Monday 8 | Meeting 8 | 2026-11-30 (NOT_TODAY) | 8: HOUR
Meeting Thursday 26 | Meeting | 2026-11-26
Meeting Tuesday 24 at 10 | Meeting | 2026-11-24 10:00 (MORNING)
Meeting tomorrow 16 30 | Meeting | 2026-11-24 16:30
Meeting tomorrow 4:30p | Meeting | 2026-11-24 16:30
Meeting tomorrow 10a | Meeting | 2026-11-24 10:00
Meeting tomorrow 7ish | Meeting | 2026-11-24 07:00 (MORNING)
Meeting tomorrow around 7ish | Meeting | 2026-11-24 07:00 (MORNING)
Meeting tomorrow 9a-10a | Meeting | 2026-11-24 09:00-10:00
Meeting tomorrow 11 to noon | Meeting | 2026-11-24 11:00-12:00
Meeting tomorrow from 11 to noon | Meeting | 2026-11-24 11:00-12:00
Meeting tomorrow noon to 2 | Meeting | 2026-11-24 12:00-14:00
Meeting tomorrow from noon to 1pm | Meeting | 2026-11-24 12:00-13:00
Meeting 12/1 at 10 | Meeting | 2026-12-01 10:00 (MONTH_FIRST) (MORNING)
Meeting on 12/15 at 10am | Meeting | 2026-12-15 10:00 (MONTH_FIRST)
Meeting 1/12 at 10 | Meeting | 2027-01-12 10:00 (MONTH_FIRST) (NEXT_YEAR) (MORNING)
Meeting 11/30 9am | Meeting | 2026-11-30 09:00 (MONTH_FIRST)
Meeting w/ @ana tomorrow 10am | Meeting | 2026-11-24 10:00 @ana
Meeting tomorrow 10am w/ @luis | Meeting | 2026-11-24 10:00 @luis
Meeting tmrw 10am | Meeting | 2026-11-24 10:00
Meeting with tom tomorrow 10am | Meeting with tom | 2026-11-24 10:00
Meeting Thrusday 10am | Meeting | 2026-11-26 10:00
Meeting wendesday 10am | Meeting | 2026-11-25 10:00
Meeting Firday 10am | Meeting | 2026-11-27 10:00
Meeting Teusday 10am | Meeting | 2026-11-24 10:00
Meeting staurday 10am | Meeting | 2026-11-28 10:00
Meeting the last Friday of the month | Meeting | 2026-11-27
Meeting the first Monday of December 10am | Meeting | 2026-12-07 10:00
Meeting third Thursday of January | Meeting | 2027-01-21 (NEXT_YEAR)
Meeting first thing tomorrow | Meeting | 2026-11-24 morning
Meeting tomorrow first thing | Meeting | 2026-11-24 morning
Meeting right now | Meeting | 2026-11-23 10:00
Meeting now | Meeting | 2026-11-23 10:00
Meeting in 10 minutes | Meeting | 2026-11-23 10:10
Meeting in half an hour | Meeting | 2026-11-23 10:30
Meeting in two weeks | Meeting | 2026-12-07
Meeting two weeks from Friday | Meeting | 2026-12-11
Meeting a week from Friday | Meeting | 2026-12-04
Meeting next Friday 10am | Meeting | 2026-11-27 10:00 (THIS_WEEK)
Meeting this Friday 10am | Meeting | 2026-11-27 10:00
Meeting tomorrow @ 10 | Meeting | 2026-11-24 10:00 (MORNING)
Meeting tomorrow @10am | Meeting | 2026-11-24 10:00
Meeting @ the office tomorrow 10am | Meeting @ the office | 2026-11-24 10:00
Meeting tomorrow at half past ten | Meeting | 2026-11-24 10:30 (MORNING)
Meeting tomorrow at quarter to five | Meeting | 2026-11-24 16:45 (AFTERNOON)
Meeting Dec 1 9-10:30 | Meeting | 2026-12-01 09:00-10:30 (MORNING)
Meeting Dec 1st 9 to 10:30am | Meeting | 2026-12-01 09:00-10:30
Meeting 1 Dec 9am | Meeting | 2026-12-01 09:00
Meeting Tue Dec 1 9am | Meeting | 2026-12-01 09:00
Meeting tomorrow 10am for 45 min | Meeting | 2026-11-24 10:00 45min
Meeting tomorrow 10am 1.5h | Meeting | 2026-11-24 10:00 90min
Meeting tomorrow morning at 9 | Meeting | 2026-11-24 09:00 morning
Meeting tomorrow night at 8 | Meeting | 2026-11-24 20:00 night
Meeting end of month | Meeting | 2026-11-30
Meeting end of next week | Meeting | 2026-12-04 (FRIDAY)
Meeting COB Friday | Meeting | 2026-11-27
Meeting tomorrow evening | Meeting | 2026-11-24 night
Lunch Friday 1 | Lunch 1 | 2026-11-27 | 1: HOUR
Dinner Friday 8 | Dinner 8 | 2026-11-27 | 8: HOUR
Breakfast Friday 8 | Breakfast 8 | 2026-11-27 | 8: HOUR
"""
FREE_ES = """
mañana en la madrugada | - | 2026-11-24 small_hours
mañana en la noche antes de la 1 | - | 2026-11-24 19:00~00:00
@ana mañana después de las 4 | - | 2026-11-24 16:00~00:00 @ana (AFTERNOON)
@ana mañana antes de las 12 | - | 2026-11-24 00:00~12:00 @ana (NOON)
@ana hasta las 2 | - | 00:00~14:00 @ana (AFTERNOON)
@ana a partir de las 4 1 h | - | 16:00~00:00 60min @ana (AFTERNOON)
desde las 4 de la tarde @ana | - | 16:00~00:00 @ana
desde las 10 del viernes con @luis | - | 2026-11-27 10:00~00:00 @luis (MORNING)
mañana de las 4 en adelante | - | 2026-11-24 16:00~00:00 (AFTERNOON)
@ana viernes después del mediodía | - | 2026-11-27 12:00~00:00 @ana
antes del mediodía mañana | - | 2026-11-24 00:00~12:00
hasta las 18:30 | - | 00:00~18:30
hasta medianoche | - | 00:00~00:00
después de las 4 y antes de las 7 mañana | - | 2026-11-24 16:00~19:00 (AFTERNOON)
a partir de las 10 hasta las 12 el viernes | - | 2026-11-27 10:00~12:00 (MORNING)
mañana después de las cuatro y media | - | 2026-11-24 16:30~00:00 (AFTERNOON)
mañana a cualquier hora después de las 4 | - | 2026-11-24 16:00~00:00 (AFTERNOON)
mañana no antes de las 4 | - | 2026-11-24 16:00~00:00 (AFTERNOON)
a más tardar a las 5 el jueves | - | 2026-11-26 00:00~17:00 (AFTERNOON)
en la noche antes de las 9 | - | 19:00~21:00
mañana en la tarde después de las 4 | - | 2026-11-24 16:00~19:00
mañana en la tarde después de las 7 | - | 2026-11-24 19:00~00:00
mañana en la mañana antes de las 12 | - | 2026-11-24 morning
mañana en la noche antes de las 12 | - | 2026-11-24 19:00~00:00
mejor después de las 5 | mejor | 17:00~00:00 (AFTERNOON)
todo el día | - | 00:00~00:00
todo el día de mañana | - | 2026-11-24 00:00~00:00
mejor todo el viernes | mejor | 2026-11-27 00:00~00:00
mañana a las 5, después de las 4 | después de las 4 | 2026-11-24 17:00 (AFTERNOON) | después de las 4: SECOND
después de las 25 | = | - | después de las 25: IMPOSSIBLE
mañana desde las 4 hasta las 6 | - | 2026-11-24 16:00-18:00 (AFTERNOON)
mañana entre 4 y 7 | - | 2026-11-24 16:00-19:00 (AFTERNOON)
mañana en la tarde | - | 2026-11-24 afternoon
Junta mañana a las 5 | Junta | 2026-11-24 17:00 (AFTERNOON)
@ana mañana 10-11 | - | 2026-11-24 10:00-11:00 @ana (MORNING)
@ana mañana | - | 2026-11-24 @ana
@ana el lunes por la tarde | - | 2026-11-30 afternoon @ana (NOT_TODAY)
@ana viernes 5 | 5 | 2026-11-27 @ana | 5: HOUR
@ana esta semana | - | 2026-11-23..2026-11-29 @ana
@ana la próxima semana de lunes a miércoles | - | 2026-11-30..2026-12-02 @ana
@ana mañana a primera hora | - | 2026-11-24 morning @ana
@ana mañana 16 30 | - | 2026-11-24 16:30 @ana
@ana ahorita | - | 2026-11-23 10:00 @ana
@ana hoy por la tarde | - | 2026-11-23 afternoon @ana
"""
FREE_EN = """
@ana after 4 tomorrow | - | 2026-11-24 16:00~00:00 @ana (AFTERNOON)
@ana before noon | - | 00:00~12:00 @ana
@ana tomorrow before 12 | - | 2026-11-24 00:00~12:00 @ana (NOON)
@ana from 3pm on | - | 15:00~00:00 @ana
@ana from 3pm on friday | - | 2026-11-27 15:00~00:00 @ana
@ana from 3pm on tomorrow | - | 2026-11-24 15:00~00:00 @ana
@ana from 3 tomorrow 30 min | - | 2026-11-24 15:00~00:00 30min @ana (AFTERNOON)
@ana by 5 | - | 00:00~17:00 @ana (AFTERNOON)
tomorrow by 5pm | - | 2026-11-24 00:00~17:00
@ana until 2 | - | 00:00~14:00 @ana (AFTERNOON)
any time after 4 on friday | - | 2026-11-27 16:00~00:00 (AFTERNOON)
4 or later tomorrow | - | 2026-11-24 16:00~00:00 (AFTERNOON)
after half past two | - | 14:30~00:00 (AFTERNOON)
no later than 5pm | - | 00:00~17:00
not before 9 on monday | - | 2026-11-30 09:00~00:00 (MORNING) (NOT_TODAY)
before 12 and after 9 tomorrow | - | 2026-11-24 09:00~12:00 (MORNING)
tomorrow evening before 9 | - | 2026-11-24 19:00~21:00
friday afternoon after 4 | - | 2026-11-27 16:00~19:00
after 4 and by 7 | - | 16:00~19:00 (AFTERNOON)
all day | - | 00:00~00:00
by 5 december | - | 2026-12-05
after 5 december | = | - | after 5: VAGUE; december: WORDS
after two days | = | - | after two: VAGUE
@ana tomorrow from 10 to 12 | - | 2026-11-24 10:00-12:00 @ana (MORNING)
tomorrow at 5 after 4 | after 4 | 2026-11-24 17:00 (AFTERNOON) | after 4: SECOND
@ana tomorrow 10a-11a | - | 2026-11-24 10:00-11:00 @ana
@ana next week Monday to Wednesday | - | 2026-11-30..2026-12-02 @ana
@ana Friday 5 | 5 | 2026-11-27 @ana | 5: HOUR
@ana tomorrow first thing | - | 2026-11-24 morning @ana
@ana now | - | 2026-11-23 10:00 @ana
@ana tomorrow 11 to noon | - | 2026-11-24 11:00-12:00 @ana
"""
DAYS_ES = """
24-12 | - | 2026-12-24
del 24-12 al 31-12 | - | 2026-12-24..2026-12-31
24-12 a 3-1 | - | 2026-12-24..2027-01-03
del 3-4 al 7-4 | - | 2027-04-03..2027-04-07 (NEXT_YEAR)
del 24 al 31-12 | - | 2026-12-24..2026-12-31
24-28 | - | 2026-11-24..2026-11-28
jueves 24-12 | - | 2026-12-24
viernes 24-12 | = | - | viernes 24-12: MISMATCH
24-12 o 25-12 | = | - | 24-12: EITHER; 25-12: EITHER
del 3 al 7 | - | 2026-12-03..2026-12-07
del 28 al 2 | - | 2026-11-28..2026-12-02
3-7 | = | - | 3-7: DATE_OR_DAYS
de 3 a 7 | - | 2026-12-03..2026-12-07
lunes a viernes | - | 2026-11-30..2026-12-04 (NOT_TODAY)
de lunes a miércoles | - | 2026-11-30..2026-12-02 (NOT_TODAY)
del lunes al miércoles | - | 2026-11-30..2026-12-02 (NOT_TODAY)
lunes 30 de noviembre al viernes 4 de diciembre | - | 2026-11-30..2026-12-04
del 28 de diciembre al 2 de enero | - | 2026-12-28..2027-01-02
del 28 de diciembre al 2 | - | 2026-12-28..2027-01-02
25/12 - 2/1 | - | 2026-12-25..2027-01-02
del 20/11 al 27/11 | - | 2026-11-20..2026-11-27 (STARTED)
del 20 al 27 | - | 2026-11-20..2026-11-27 (STARTED)
desde mañana hasta el viernes | - | 2026-11-24..2026-11-27
hasta el viernes | - | 2026-11-27 (UNTIL)
mañana | - | 2026-11-24
mañana. | - | 2026-11-24
fin de semana | - | 2026-11-28..2026-11-29
lunes-viernes | - | 2026-11-30..2026-12-04 (NOT_TODAY)
3 días desde mañana | = | - | 3 días desde: VAGUE
ayer | - | 2026-11-22
hoy | - | 2026-11-23
el 3 | - | 2026-12-03
3 | = | -
viernes | - | 2026-11-27
la próxima semana | - | 2026-11-30..2026-12-06
2026-12-01 | - | 2026-12-01
25/12 | - | 2026-12-25
toda la semana | - | 2026-11-23..2026-11-29
esta semana | - | 2026-11-23..2026-11-29
entre el 3 y el 7 | - | 2026-12-03..2026-12-07
entre el lunes y el miércoles | - | 2026-11-30..2026-12-02 (NOT_TODAY)
del 3 al 7 de marzo de 2027 | - | 2027-03-03..2027-03-07
del 3 al 7 de noviembre | - | 2027-11-03..2027-11-07 (NEXT_YEAR)
del 3 al 7 del próximo mes | - | 2026-12-03..2026-12-07
2026-12-01 a 2026-12-05 | - | 2026-12-01..2026-12-05
2026-12-05 a 2026-12-01 | = | - | 2026-12-05 a 2026-12-01: IMPOSSIBLE
del 7 al 3 | - | 2026-12-07..2027-01-03
del 5 al 5 | - | 2026-12-05
el lunes y el martes | - | 2026-11-30..2026-12-01 (NOT_TODAY)
mañana y pasado | - | 2026-11-24..2026-11-25
lunes, martes | = | - | lunes: EITHER; martes: EITHER
de hoy al viernes | - | 2026-11-23..2026-11-27
desde hoy | - | 2026-11-23 (ONWARDS)
hasta el 5 | - | 2026-12-05 (UNTIL)
a partir de mañana | - | 2026-11-24 (ONWARDS)
el resto de la semana | - | 2026-11-23..2026-11-29
vacaciones del 21 de diciembre al 6 de enero | vacaciones | 2026-12-21..2027-01-06
próximo fin de semana | - | 2026-11-28..2026-11-29 (THIS_WEEK)
desde el 3 hasta el 7 | - | 2026-12-03..2026-12-07
toda esta semana | - | 2026-11-23..2026-11-29
hoy y mañana | - | 2026-11-23..2026-11-24
del lunes 30 al viernes 4 | - | 2026-11-30..2026-12-04
el fin de semana que viene | - | 2026-11-28..2026-11-29 (THIS_WEEK)
los lunes | = | - | los lunes: VAGUE
del 3 de diciembre al 7 de diciembre | - | 2026-12-03..2026-12-07
del 3/12 al 7/12 | - | 2026-12-03..2026-12-07
3 al 7 de diciembre | - | 2026-12-03..2026-12-07
3–7 de diciembre | - | 2026-12-03..2026-12-07
del 31 al 2 | - | 2026-12-31..2027-01-02
del viernes al lunes | - | 2026-11-27..2026-11-30
de viernes a lunes | - | 2026-11-27..2026-11-30
sábado y domingo | - | 2026-11-28..2026-11-29
del 24 de diciembre al 1 de enero de 2027 | - | 2026-12-24..2027-01-01
24-26 dic | - | 2026-12-24..2026-12-26
24 al 26 de dic | - | 2026-12-24..2026-12-26
hasta fin de mes | - | 2026-11-30 (UNTIL)
desde el lunes | - | 2026-11-30 (NOT_TODAY) (ONWARDS)
30 de noviembre - 4 de diciembre | - | 2026-11-30..2026-12-04
de mañana a viernes | - | 2026-11-24..2026-11-27
del lunes 30 al miércoles 2 | - | 2026-11-30..2026-12-02
sat | - | 2026-11-28
vie | - | 2026-11-27
mar | = | - | mar: EITHER
3/4 | - | 2027-04-03 (NEXT_YEAR)
1/12 | - | 2026-12-01
el viernes por la tarde | - | 2026-11-27 afternoon (WHOLE_DAY)
3, 4 y 5 de diciembre | - | 2026-12-03..2026-12-05
3, 4 y 7 de diciembre | = | - | 3, 4 y 7 de diciembre: EITHER
toda la semana que viene | - | 2026-11-30..2026-12-06
toda la próxima semana | - | 2026-11-30..2026-12-06
del uno al cinco de diciembre | - | 2026-12-01..2026-12-05
esta tarde, dentista | dentista | 2026-11-23 afternoon (WHOLE_DAY)
24 y 25 dic | - | 2026-12-24..2026-12-25
24 y 25 diciembre | - | 2026-12-24..2026-12-25
24 y 25 dic 2027 | - | 2027-12-24..2027-12-25
24 & 25 dic | - | 2026-12-24..2026-12-25
dic 24 y 25 | - | 2026-12-24..2026-12-25
mar 24 y 25 | = | - | mar 24 y 25: EITHER
24, 25 y 26 dic | - | 2026-12-24..2026-12-26
vacaciones 24 y 25 dic | vacaciones | 2026-12-24..2026-12-25
24 o 25 dic | = | - | 24 o 25 dic: EITHER
24 y 26 dic | = | - | 24 y 26 dic: EITHER
el 24 y 25 | - | 2026-11-24..2026-11-25
el 24 y el 25 | - | 2026-11-24..2026-11-25
los días 24 y 25 | - | 2026-11-24..2026-11-25
24 y 25 | - | 2026-11-24..2026-11-25
24, 25 y 26 | - | 2026-11-24..2026-11-26
el 24, 25 y 26 | - | 2026-11-24..2026-11-26
el 30 y 1 | - | 2026-11-30..2026-12-01
el 24 y 26 | = | - | el 24 y 26: EITHER
dentista el 24 y 25 | dentista | 2026-11-24..2026-11-25
Plan 25 | = | -
Comprar 24 y 25 cajas | = | -
artículos 24 y 25 | = | -
mañana, curso para 24 o 30 | curso para 24 o 30 | 2026-11-24
24 o 25 | = | - | 24 o 25: EITHER
del 24/11 al 20/11 | = | - | del 24/11 al 20/11: BACKWARDS
24/11 al 20/11 | = | - | 24/11 al 20/11: BACKWARDS
del 20/11 al 24/11 | - | 2026-11-20..2026-11-24 (STARTED)
del 1/12 al 5/12 | - | 2026-12-01..2026-12-05
de lunes a miércoles de la próxima semana | - | 2026-11-30..2026-12-02
la próxima semana de lunes a miércoles | - | 2026-11-30..2026-12-02
del lunes al viernes | - | 2026-11-30..2026-12-04 (NOT_TODAY)
de martes a jueves | - | 2026-11-24..2026-11-26
la semana que viene | - | 2026-11-30..2026-12-06
el viernes | - | 2026-11-27
del vienres al lunes | - | 2026-11-27..2026-11-30
del viernes a hoy | - | 2026-11-20..2026-11-23 (STARTED)
del lunes a ayer | - | 2026-11-16..2026-11-22 (STARTED)
del jueves hasta mañana | - | 2026-11-19..2026-11-24 (STARTED)
de mañana a pasado mañana | - | 2026-11-24..2026-11-25
desde el jueves hasta el lunes | - | 2026-11-26..2026-11-30
del 24 al 20 de noviembre | = | - | del 24 al 20 de noviembre: BACKWARDS
del 5/1 al 3/1 | = | - | del 5/1 al 3/1: BACKWARDS
"""
DAYS_EN = """
24-12 | - | 2026-12-24
12-24 | = | - | 12-24: DATE_OR_DAYS
from 12-24 to 12-31 | - | 2026-12-24..2026-12-31 (MONTH_FIRST)
from Monday to Wednesday | - | 2026-11-30..2026-12-02 (NOT_TODAY)
Dec 3-7 | - | 2026-12-03..2026-12-07
from the 3rd to the 7th | - | 2026-12-03..2026-12-07
Mon-Fri | - | 2026-11-30..2026-12-04 (NOT_TODAY)
the 3rd | - | 2026-12-03
3rd | - | 2026-12-03
from 3 to 7 | - | 2026-12-03..2026-12-07
dec 28 - jan 2 | - | 2026-12-28..2027-01-02
tomorrow to friday | - | 2026-11-24..2026-11-27
from tomorrow until friday | - | 2026-11-24..2026-11-27
between the 3rd and the 7th | - | 2026-12-03..2026-12-07
Dec 28 to Jan 2 | - | 2026-12-28..2027-01-02
the 28th to the 2nd | - | 2026-11-28..2026-12-02
all week | - | 2026-11-23..2026-11-29
tomorrow | - | 2026-11-24
next week | - | 2026-11-30..2026-12-06
from Dec 3 to Dec 7 | - | 2026-12-03..2026-12-07
Dec 28 - Jan 2 | - | 2026-12-28..2027-01-02
Monday to Friday | - | 2026-11-30..2026-12-04 (NOT_TODAY)
monday through wednesday | - | 2026-11-30..2026-12-02 (NOT_TODAY)
Mon to Wed | - | 2026-11-30..2026-12-02 (NOT_TODAY)
the 3rd to the 7th of December | - | 2026-12-03..2026-12-07
from the 28th to the 2nd | - | 2026-11-28..2026-12-02
Dec 3 to 7 | - | 2026-12-03..2026-12-07
3-7 December | - | 2026-12-03..2026-12-07
until Friday | - | 2026-11-27 (UNTIL)
starting tomorrow | - | 2026-11-24 (ONWARDS)
rest of the week | - | 2026-11-23..2026-11-29
this weekend | - | 2026-11-28..2026-11-29
friday | - | 2026-11-27
someday | = | -
the 45th | = | - | the 45th: IMPOSSIBLE
2026-13-01 | = | - | 2026-13-01: IMPOSSIBLE
Dec 3rd - 7th | - | 2026-12-03..2026-12-07
from 2026-12-01 to 2026-12-05 | - | 2026-12-01..2026-12-05
today and tomorrow | - | 2026-11-23..2026-11-24
Nov 30 - Dec 4 | - | 2026-11-30..2026-12-04
through Friday | - | 2026-11-27 (UNTIL)
the whole week | - | 2026-11-23..2026-11-29
sun | - | 2026-11-29
December 3, 4 and 5 | - | 2026-12-03..2026-12-05
all next week | - | 2026-11-30..2026-12-06
the whole of next week | - | 2026-11-30..2026-12-06
24 and 25 dec | - | 2026-12-24..2026-12-25
the 24th and 25th of December | - | 2026-12-24..2026-12-25
the 24th and the 25th | - | 2026-11-24..2026-11-25
the 24th or 25th | = | - | the 24th or 25th: EITHER
Buy 24 and 25 boxes | = | -
from 12/1 to 12/5 | - | 2026-12-01..2026-12-05 (MONTH_FIRST)
12/24 to 12/20 | = | - | 12/24 to 12/20: BACKWARDS
Monday to Wednesday next week | - | 2026-11-30..2026-12-02
next week Monday to Wednesday | - | 2026-11-30..2026-12-02
from Tuesday through Thursday of next week | - | 2026-12-01..2026-12-03
Monday through Friday | - | 2026-11-30..2026-12-04 (NOT_TODAY)
from Firday to Monday | - | 2026-11-27..2026-11-30
11/24 to 11/20 | = | - | 11/24 to 11/20: BACKWARDS
"""
