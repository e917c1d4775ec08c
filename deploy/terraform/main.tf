# The rights of Rota's users as ACLs of Kafka: users.tf has the users, rights.tf what each role needs.

terraform {
  required_providers {
    kafka = {
      source = "Mongey/kafka"
    }
  }
}

resource "kafka_acl" "rota" {
  for_each = local.acls

  acl_principal                = each.value[0].user
  acl_host                     = "*"
  acl_operation                = each.value[0].operation
  acl_permission_type          = "Allow"
  resource_type                = each.value[0].type
  resource_name                = each.value[0].name
  resource_pattern_type_filter = each.value[0].pattern
}
