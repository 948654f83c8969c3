"""`referee judge`: questions about the rules as JSON, answered by the rules of `referee.rules`; one module an ask."""
