declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = {
    path: string
    method: string
    req: IncomingMessage & { body?: unknown }
    status: number
    body: unknown
  }

  /** As much of the package as the tests use. It comes without types. */
  export type Provider = {
    use(step: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
  export const Provider: new (issuer: string, configuration: object) => Provider
}
