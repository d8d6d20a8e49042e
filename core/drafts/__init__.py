"""What words make of a task, an event or an absence, until it is saved."""
