SELECT count(*) AS known FROM users WHERE id IN (SELECT value FROM json_each(@userIds))
