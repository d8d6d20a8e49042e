"""Tasks, daily logs with the traffic light, and how a team's days and tasks stand."""
