import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { invocationOf } from '../../invocation.ts'
import { demoPassword } from '../demo-people.ts'
import type { Handlers } from '../handlers/handlers.ts'
import type { SignInLink } from '../living/links.ts'
import { type Answer, gatewayAnswer, toAnswer } from './answer.ts'
import { isLocal, page } from './pages.ts'

const signInPath = /^\/_local\/sign-in\/([a-z-]+)$/

/** A proxy or tunnel adds one of these, so the request may come from another machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

/**
 * A person on this machine opens the link: no proxy, no other host name, and no page of another site, which could sign
 * a browser in without the person's knowledge.
 */
const isOwnNavigation = ({ method, headers, socket }: IncomingMessage): boolean =>
  method === 'GET' &&
  isLocal(headers.host ?? '') &&
  isLoopback(socket.remoteAddress) &&
  proxyHeaders.every((name) => headers[name] === undefined) &&
  ['none', 'same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined)

const refusedPage = (email: string): Answer => ({
  ...page(
    'This link no longer works',
    `<p>${email} does not sign in with the demo password any more. Delete the data folder to start with new demo accounts.</p>`,
  ),
  status: 409,
})

/** Signs the demo account of a link in, as its person would with the demo password. */
const signIn = async (
  request: IncomingMessage,
  { host, email, path }: SignInLink,
  route: Handlers['route'],
): Promise<Answer> => {
  const invocation = invocationOf({
    method: 'POST',
    path: '/login',
    host: `${host}.localhost`,
    headers: {
      'content-type': 'application/json',
      'user-agent': request.headers['user-agent'] ?? 'Local sign-in link',
    },
    body: JSON.stringify({ email, password: demoPassword }),
    requestId: randomUUID(),
    at: new Date(),
    sourceIp: '127.0.0.1',
  })
  const outcome = await route('/login', invocation)
  if (outcome.status !== 'done') return gatewayAnswer(503, 'Service Unavailable')
  const { status, headers } = toAnswer(outcome.result)
  const cookies = headers['set-cookie']
  if (status !== 200 || cookies === undefined) return refusedPage(email)
  return {
    status: 303,
    headers: {
      location: path,
      'set-cookie': cookies,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    body: Buffer.alloc(0),
  }
}

/**
 * The answer to a sign-in link `/_local/sign-in/<role>`, or undefined for every other path. Only the local platform has
 * such links, and they sign in demo accounts only.
 */
export const signInByLink = (
  request: IncomingMessage,
  links: readonly SignInLink[],
  route: Handlers['route'],
): Promise<Answer> | Answer | undefined => {
  const role = signInPath.exec((request.url ?? '').split('?', 1)[0] ?? '')?.[1]
  if (role === undefined) return undefined
  const link = links.find((one) => one.role === role)
  const isOnHost =
    link !== undefined && (request.headers.host ?? '').split(':', 1)[0] === `${link.host}.localhost`
  if (!isOnHost || !isOwnNavigation(request)) return gatewayAnswer(404, 'Not Found')
  return signIn(request, link, route)
}

/** The address of a link on this port. */
export const addressOfLink = ({ host, role }: SignInLink, port: number): string =>
  `http://${host}.localhost:${port}/_local/sign-in/${role}`
