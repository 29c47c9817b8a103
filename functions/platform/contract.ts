import * as z from 'zod/mini'
import { bare } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
})

export const contract = declare(
  'platform',
  'The platform itself: is it up, and with which keys does it sign',
  {
    getHealth: {
      summary: 'Says that the service answers',
      method: 'GET',
      path: '/health',
      access: 'anyone',
      host: 'both',
      standalone: true,
      reply: bare(z.object({ ok: z.literal(true) })),
      example: {},
    },
    getSigningKeys: {
      summary: 'Public keys of access tokens (RFC 7517)',
      method: 'GET',
      path: '/.well-known/jwks.json',
      access: 'anyone',
      host: 'both',
      duringMaintenance: true,
      reply: bare(z.object({ keys: z.array(PublicKey) }), { cache: 300 }),
      example: {},
    },
  },
)
