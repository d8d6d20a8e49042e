SELECT p.user_id AS userId, u.username, e.id AS conflictingEventId,
  CASE WHEN (e.created_by_user_id = @me
    OR EXISTS (SELECT 1 FROM participants q WHERE q.event_id = e.id AND q.user_id = @me)
    OR EXISTS (SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND v.is_visible)
    OR (e.is_public AND NOT EXISTS (
      SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND NOT v.is_visible)))
  THEN e.title ELSE 'Ocupado' END AS conflictingEventTitle,
  e.start_datetime AS startDatetime, e.end_datetime AS endDatetime
FROM participants p JOIN events e ON e.id = p.event_id JOIN users u ON u.id = p.user_id
  JOIN event_types t ON t.id = e.event_type_id
WHERE p.user_id IN (SELECT value FROM json_each(@userIds)) AND e.start_datetime < @end AND e.end_datetime > @start
  AND e.is_active AND NOT e.is_deleted AND NOT t.auto_generated AND e.status_id <> 3
ORDER BY p.user_id, e.start_datetime, e.id
