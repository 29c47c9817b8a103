import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { Provider } from 'oidc-provider'

/** Who can sign in at the provider: claims by login name. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Client = { readonly id: string; readonly redirect: string; readonly hybrid?: boolean }
/** Apple takes no fixed secret of a client but statements signed with its key. */
type Team = { readonly team: string; readonly keyId: string; readonly key: KeyObject }

export type Opening = { readonly client: Client; readonly accounts: Accounts; readonly team?: Team }

export const fixedSecret = 'a secret of the client, long enough for anybody'

const signingKey = (kid: string) => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

const configuration = ({ client, accounts }: Opening, kid: string) => ({
  jwks: { keys: [signingKey(kid)] },
  pkce: { required: () => false },
  // Google and Apple put the claims of a person into the id token itself.
  conformIdTokenClaims: false,
  responseTypes: ['code', 'code id_token'],
  scopes: ['openid', 'email', 'profile', 'name'],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified', 'is_private_email'],
    profile: ['name', 'picture', 'hd'],
    name: ['name'],
  },
  clients: [
    {
      client_id: client.id,
      client_secret: fixedSecret,
      redirect_uris: [client.redirect],
      response_types: client.hybrid ? ['code', 'code id_token'] : ['code'],
      grant_types: client.hybrid ? ['authorization_code', 'implicit'] : ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: async () => ({ sub: id, ...accounts[id] }),
  }),
  cookies: { keys: ['k'] },
  features: { devInteractions: { enabled: true } },
  ttl: { IdToken: 600, AccessToken: 600, AuthorizationCode: 60, Interaction: 600, Grant: 600, Session: 600 },
})

const formIn = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** As strict about the statement as Apple documents to be. */
const isStatement = async (secret: string, audience: string, client: Client, { team, keyId, key }: Team) => {
  const options = {
    algorithms: ['ES256'],
    issuer: team,
    subject: client.id,
    audience,
    maxTokenAge: '180d',
  }
  const verified = await jwtVerify(secret, key, options).catch(() => undefined)
  return verified?.protectedHeader.kid === keyId
}

const providerAt = (issuer: string, opening: Opening, kid: string): Provider => {
  const provider = new Provider(issuer, configuration(opening, kid))
  const { client, team } = opening
  provider.use(async (context, next) => {
    if (!team || context.path !== '/token') return next()
    const form = await formIn(context.req)
    context.req.body = form
    if (await isStatement(form.client_secret ?? '', issuer, client, team)) {
      form.client_secret = fixedSecret
      return next()
    }
    context.status = 400
    context.body = { error: 'invalid_client' }
  })
  return provider
}

/** A real OpenID provider on loopback, at an address of its own. `open` says whom it knows. */
export const openidProvider = async () => {
  let asked = 0
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => {
    if (request.url === '/jwks') asked += 1
    void (answer ? answer(request, response) : response.writeHead(503).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** How often its keys were asked for. */
    keysAsked: () => asked,
    /** Again with another `kid`, its key has been replaced. */
    open: (opening: Opening, kid = 'first') => {
      answer = providerAt(issuer, opening, kid).callback()
    },
    close: () => {
      answer = undefined
    },
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
