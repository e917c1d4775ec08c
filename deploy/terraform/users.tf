# Who has which role. Set these variables, or change them here. docs/security.md says what each role may do.

variable "users" {
  description = "The roles of each user, who is named as the broker names it."
  type        = map(set(string))
  default = {
    "User:rota" = ["engine"]
  }
}

variable "application" {
  description = "The application.id of the engines."
  type        = string
  default     = "rota"
}

variable "domains" {
  description = "The domains that they work on."
  type        = set(string)
  default     = ["cores", "bots", "shards", "chunks"]
}

locals {
  # What several roles or domains need is one ACL.
  acls = {
    for acl in flatten([
      for user, roles in var.users : [
        for role in roles : [
          for right in local.rights[role] : [
            for operation in right.operations : merge(right, { user = user, operation = operation })
          ] if contains(var.domains, right.domain)
        ]
      ]
    ]) : "${acl.user} ${acl.operation} ${acl.type} ${acl.pattern} ${acl.name}" => acl...
  }
}
