import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type contracts, routes } from '../../functions/routes.ts'
import type { Call, Done, Input, Refusal, Settings } from '../../infra/client/outcome.ts'
import { clientFiles } from '../../infra/derive/client.ts'
import { schemaNames } from '../../infra/derive/openapi/openapi.ts'

/** What of an answer the tests look into. Its true type is made with the client: `usage.ts` is compiled against that. */
type Data = {
  readonly user?: { readonly _id: string }
  readonly data: readonly { readonly username: string }[]
}
type Asked = (input?: Input, call?: Call) => Promise<Done<Data> | Refusal>
type Contracts = typeof contracts
type Quad = {
  readonly [D in keyof Contracts]: { readonly [O in keyof Contracts[D]['rows']]: Asked }
}

/** How a program uses the client, and what its compiler says of it. */
const usage = `
import { type Failed, quad } from './client/index.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const api = quad({ origin: 'http://localhost' })
const outcome = await api.users.getUser({ userId: 'nobody' })
if (outcome.ok) {
  const name: Same<typeof outcome.data.user.username, string> = true
  console.log(name)
} else if (outcome.code === 'USER_NOT_FOUND') {
  const refusal: Same<typeof outcome, Failed<404, 'USER_NOT_FOUND'>> = true
  console.log(refusal)
}
// @ts-expect-error A field that is demanded may not be left out.
await api.users.getUser({})
// @ts-expect-error No operation fails in a way that nobody declared.
console.log(!outcome.ok && outcome.code === 'NO_SUCH_CODE')
export {}
`

/** The client as `npm run build` makes it, in a folder of its own beside a program that uses it. */
export const buildClient = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-client-'))
  mkdirSync(join(folder, 'client'))
  const files = clientFiles(routes, await schemaNames(routes))
  for (const [path, text] of files) writeFileSync(join(folder, 'client', basename(path)), text)
  writeFileSync(join(folder, 'usage.ts'), usage)
  const { quad } = await import(join(folder, 'client', 'index.ts'))
  return {
    folder,
    quad: quad as (settings: Settings) => Quad,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
