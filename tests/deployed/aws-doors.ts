import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ObjectStore, objectActionOf } from './object-store.ts'
import type { Deed } from './policy.ts'
import { bodyOf } from './requests.ts'
import { account, region } from './resolver.ts'
import { deedsOf } from './table-deeds.ts'
import type { Value } from './template.ts'

export type SentMail = { readonly to: string; readonly subject: string; readonly text: string }

/** Who asks may do it, or the answer is that of AWS to somebody without the right. */
export type Guard = (domain: string, deeds: readonly Deed[]) => boolean

const answer = (response: ServerResponse, status: number, body: object | Buffer = {}): void => {
  const content = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': content.length,
  })
  response.end(content)
}

const deny = (response: ServerResponse): void =>
  answer(response, 400, {
    __type: 'com.amazon.coral.service#AccessDeniedException',
    message: 'not authorized',
  })

/** The table behind its policies: `/<domain>/` says which function asks. Answers that are allowed are the engine's own. */
export const tableDoor =
  (engine: string, keys: Parameters<typeof deedsOf>[2], guard: Guard) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const domain = (request.url ?? '').split('/')[1] ?? ''
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    if (!guard(domain, deedsOf(operation, JSON.parse(body.toString('utf8')), keys))) return deny(response)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answered = await fetch(engine, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: headers as Record<string, string>,
    })
    const content = Buffer.from(await answered.arrayBuffer())
    const crc = answered.headers.get('x-amz-crc32')
    response.writeHead(answered.status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': content.length,
      ...(crc === null ? {} : { 'x-amz-crc32': crc }),
    })
    response.end(content)
  }

/** The function whose credentials signed a request: its access key is its name. */
const domainOf = ({ headers, url = '' }: IncomingMessage): string =>
  /Credential=([^/,]+)/.exec(`${headers.authorization ?? ''} ${decodeURIComponent(url)}`)?.[1] ?? ''

const mailOf = ({ Destination, Content: { Simple } }: Value): SentMail => ({
  to: Destination.ToAddresses.join(),
  subject: Simple.Subject.Data,
  text: Simple.Body.Text.Data,
})

/** Mail is sent by the address itself, or by its domain; either right will do. */
const mailDeeds = (body: Value): readonly Deed[] => {
  const from = /<([^>]+)>$/.exec(body.FromEmailAddress)?.[1] ?? body.FromEmailAddress
  const at = (resource: string) => `arn:aws:ses:${region}:${account}:${resource}`
  const facts = { 'ses:FromAddress': [from] }
  const set = body.ConfigurationSetName
  return [
    { action: 'ses:SendEmail', resource: at(`identity/${from.split('@')[1]}`), facts },
    ...(set === undefined
      ? []
      : [{ action: 'ses:SendEmail', resource: at(`configuration-set/${set}`), facts }]),
  ]
}

type Stock = {
  readonly secret: string
  readonly mails: SentMail[]
  readonly objects: ObjectStore
  /** The buckets that a function is told of. */
  bucketsOf(domain: string): readonly string[]
  mayReach(domain: string, deed: Deed): boolean
}

/** Secrets Manager, SES and S3 as far as functions call them, behind the same policies. */
export const serviceDoor =
  (stock: Stock, guard: Guard) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const domain = domainOf(request)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue') {
      const resource = JSON.parse(body.toString('utf8')).SecretId
      if (!guard(domain, [{ action: 'secretsmanager:GetSecretValue', resource }])) return deny(response)
      return answer(response, 200, { SecretString: JSON.stringify({ current: stock.secret }) })
    }
    if (path === '/v2/email/outbound-emails') {
      const sent = JSON.parse(body.toString('utf8'))
      if (!guard(domain, mailDeeds(sent))) return deny(response)
      return answer(response, 200, { MessageId: `mail-${stock.mails.push(mailOf(sent))}` })
    }
    const query = new URL(request.url ?? '', 'http://s3').searchParams
    const asked = { method: request.method ?? '', path, query, body }
    const action = objectActionOf(asked)
    // At one address for all buckets, a request does not say which one it is for.
    const [bucket = '', ...others] = stock.bucketsOf(domain)
    const at = (name: string): Deed => ({ action, resource: `arn:aws:s3:::${name}${path}` })
    const allowed = others.find((name) => stock.mayReach(domain, at(name))) ?? bucket
    if (!guard(domain, [at(allowed)])) return deny(response)
    const reply = await stock.objects.carryOut(asked)
    return answer(response, reply.status, reply.body)
  }
