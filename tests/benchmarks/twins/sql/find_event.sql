SELECT e.id, e.event_type_id AS eventTypeId, e.title, e.description, e.start_datetime AS startDatetime,
  e.end_datetime AS endDatetime, e.location, e.is_virtual AS isVirtual, e.is_public AS isPublic,
  e.status_id AS statusId, e.customer_id AS customerId, e.supplier_id AS supplierId,
  e.created_by_user_id AS createdByUserId, e.created_at AS createdAt, e.updated_at AS updatedAt,
  e.is_active AS isActive, e.series_id AS seriesId
FROM events e
WHERE e.id = @id AND NOT e.is_deleted
  AND (e.created_by_user_id = @me
    OR EXISTS (SELECT 1 FROM participants q WHERE q.event_id = e.id AND q.user_id = @me)
    OR EXISTS (SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND v.is_visible)
    OR (e.is_public AND NOT EXISTS (
      SELECT 1 FROM visibility v WHERE v.event_id = e.id AND v.user_id = @me AND NOT v.is_visible)))
