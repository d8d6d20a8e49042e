"""The tasks and comments of the contract, over HTTP."""


async def test_a_new_task_answers_200_with_every_key_of_the_model(world):
    reply = await world.post("/tasks", {"descripcion": "Revisar", "fechaCumplir": "2026-11-30"})
    ana, lucia = world.id("ana"), world.id("lucia")
    assert reply.status == 200
    assert reply.envelope == {
        "status": 200,
        "message": "Correcto.",
        "data": {
            "id": 1,
            "descripcion": "Revisar",
            "leaderUserId": lucia,
            "responsibleUserId": ana,
            "responsibleUserIds": [ana],
            "fechaSolicitud": "2026-11-23",
            "fechaCumplir": "2026-11-30",
            "fechaCierre": None,
            "estatus": "PENDIENTE",
            "prioridad": "MEDIA",
            "ultimoComentarioFecha": None,
            "createdByUserId": ana,
            "createdAt": "2026-11-23T15:00:00Z",
            "updatedAt": "2026-11-23T15:00:00Z",
            "isActive": True,
        },
    }
