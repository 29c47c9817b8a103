import { text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

export const contract = declare('saml', "Single sign-on with a school's own identity provider (SAML 2.0)", {
  getSamlMetadata: {
    summary: "Service provider metadata of this school, for its identity provider's administrator",
    method: 'GET',
    path: '/auth/saml/metadata',
    access: 'anyone',
    duringMaintenance: true,
    reply: text('application/xml; charset=utf-8'),
    example: {},
  },
})
