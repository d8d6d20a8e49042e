SELECT id FROM event_types WHERE id = @id AND is_active AND NOT auto_generated
