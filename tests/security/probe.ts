import * as z from 'zod/mini'
import { invocationOf } from '../../infra/invocation.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare, type Row } from '../../lib/contract/row.ts'
import { serve } from '../../lib/http/serve.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import type { Runtime } from '../../lib/runtime.ts'

const Seen = z.object({
  globalUserId: z.nullable(z.string()),
  roles: z.array(z.string()),
  tenant: z.string(),
  origin: z.string(),
})

const row = <const R extends Partial<Row>>(more: R) => ({
  summary: 'Says who calls',
  costs: { depth: 0, read: 0, write: 0 },
  method: 'POST' as const,
  path: '/probe',
  access: 'anyone' as const,
  reply: data(Seen),
  example: {},
  ...more,
})

type Sent = {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** An operation of any access in the real pipeline: it counts its calls and answers who called. */
export const probe = (
  runtime: Runtime,
  more: { access: Row['access'] } & Partial<Row>,
  fallbackHost: string,
) => {
  const calls: (Caller | undefined)[] = []
  const contract = declare('probe', 'For tests', { probe: row(more) })
  const operation = async (
    _: unknown,
    context: { caller?: Caller; tenant: { key: string; origin: string } },
  ) => {
    calls.push(context.caller)
    const { key: tenant, origin } = context.tenant
    return {
      globalUserId: context.caller?.globalUserId ?? null,
      roles: [...(context.caller?.roles ?? [])],
      tenant,
      origin,
    }
  }
  const handler = serve(contract, { probe: operation } as never, () => runtime)
  let requests = 0
  const send = async ({
    host = fallbackHost,
    method = more.method ?? 'POST',
    headers,
    cookies,
  }: Sent = {}) => {
    requests += 1
    const invocation = invocationOf({
      method,
      path: '/probe',
      host,
      ...(headers ? { headers } : {}),
      ...(cookies ? { cookies } : {}),
      requestId: `probe-${requests}`,
      at: runtime.now(),
    })
    const { statusCode: status, headers: answered, body = '' } = await handler(invocation)
    return { status, headers: answered, body: body === '' ? undefined : JSON.parse(body) }
  }
  return { calls, send }
}
