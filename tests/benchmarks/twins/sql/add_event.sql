INSERT INTO events (event_type_id, title, description, start_datetime, end_datetime, location, is_virtual,
  is_public, status_id, customer_id, supplier_id, created_by_user_id, created_at, updated_at, is_active, is_deleted)
VALUES (@eventTypeId, @title, @description, @start, @end, @location, @isVirtual,
  @isPublic, @statusId, @customerId, @supplierId, @me, @now, @now, 1, 0)
RETURNING id, event_type_id AS eventTypeId, title, description, start_datetime AS startDatetime,
  end_datetime AS endDatetime, location, is_virtual AS isVirtual, is_public AS isPublic,
  status_id AS statusId, customer_id AS customerId, supplier_id AS supplierId,
  created_by_user_id AS createdByUserId, created_at AS createdAt, updated_at AS updatedAt,
  is_active AS isActive, series_id AS seriesId
