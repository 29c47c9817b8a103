import type { World } from '../support/world.ts'

type SentMail = World['mails'][number] | undefined

/** The token in the unsubscribe header of a mail, by default the newest. */
export const tokenIn = (w: World, mail: SentMail = w.mails.at(-1)): string => {
  const line = mail?.headers?.['List-Unsubscribe'] ?? ''
  const address = new URL(line.slice(1, -1))
  if (address.pathname !== '/notifications/unsubscribe') throw new Error(`no unsubscribe address: ${line}`)
  return address.searchParams.get('token') ?? ''
}

/** Posts to an unsubscribe address, as mail programs do, or as the page does with another `body`. */
export const click = (w: World, token: string, tenant = w.home, body = 'List-Unsubscribe=One-Click') =>
  w
    .device({ tenant, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    .request('notifications', 'POST', '/notifications/unsubscribe', {
      raw: body,
      ...({ query: { token } } as object),
    })
