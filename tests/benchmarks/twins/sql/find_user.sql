SELECT id, role FROM users WHERE id = @id AND is_active
