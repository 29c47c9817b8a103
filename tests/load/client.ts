import * as z from 'zod/mini'

/** What a request asks. `school` is sent as a development header, so that one address serves all schools. */
export type Question = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly school: string
  readonly bearer?: string
  readonly refresh?: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** `status` 0: no answer came. */
export type Reply = { readonly status: number; readonly body: unknown }

export type Client = (question: Question) => Promise<Reply>

/** A mobile client, which takes its tokens from bodies. No question waits longer than 8 s. */
export const clientAt =
  (origin: string): Client =>
  async ({ method, path, school, bearer, refresh, body }) => {
    const headers = {
      'x-client': 'mobile',
      'x-tenant': school,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(refresh ? { 'x-refresh-token': refresh } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const content = body ? { body: JSON.stringify(body) } : {}
    const signal = AbortSignal.timeout(8000)
    try {
      const reply = await fetch(`${origin}${path}`, { method, headers, ...content, signal })
      return { status: reply.status, body: await reply.json() }
    } catch {
      return { status: 0, body: undefined }
    }
  }

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })

export const Entered = z.object({
  data: z.extend(Tokens, {
    user: z.object({ _id: z.string(), globalUserId: z.string(), name: z.string(), username: z.string() }),
  }),
})

export const Standing = z.object({ data: z.object({ communities: z.array(z.string()) }) })

/** A write that was acknowledged must not be forgotten. */
export const acknowledged = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Neither acknowledged nor lost in a crash: the platform has said no to a correct request. */
export const refused = ({ status }: Reply): boolean => status >= 300 && status < 500
