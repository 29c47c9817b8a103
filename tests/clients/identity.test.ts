import { replay } from './replay.ts'
import { admins, impersonation, operators, users } from './rows/identity/people.ts'
import { signingIn } from './rows/identity/signing-in.ts'
import { tenants } from './rows/identity/tenants.ts'

replay({ signingIn, users, admins, impersonation, operators, tenants })
