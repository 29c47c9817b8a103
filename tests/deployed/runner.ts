import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Task = {
  readonly id: number
  readonly now: number
  readonly payload: unknown
  readonly deadline: number
}

const [folder = '', handler = ''] = process.argv.slice(2)
const [file = '', name = ''] = handler.split('.')

const say = (message: object): void => void process.send?.(message)

// The clock of the tests: a function may not know better what time it is.
const OwnDate = Date
let ahead = 0
globalThis.Date = new Proxy(OwnDate, {
  construct: (target, args, by) =>
    args.length === 0 ? new target(OwnDate.now() + ahead) : Reflect.construct(target, args, by),
  get: (target, key) => (key === 'now' ? () => OwnDate.now() + ahead : Reflect.get(target, key)),
})

// Nothing outside this machine answers, and whoever asks for it is remembered.
const { Socket } = process.getBuiltinModule('node:net')
const connect = Socket.prototype.connect
type Where = { readonly host?: string; readonly path?: string }
Object.assign(Socket.prototype, {
  connect(this: InstanceType<typeof Socket>, ...args: unknown[]) {
    const [first] = [args[0]].flat() as (Where | number | undefined)[]
    const where = typeof first === 'object' ? first : { host: String(args[1] ?? '') }
    const { host = 'localhost', path } = where
    if (path !== undefined || /^(?:127\.0\.0\.1|localhost|::1)$/.test(host))
      return Reflect.apply(connect, this, args)
    say({ outside: host })
    process.nextTick(() => this.destroy(Object.assign(new Error(host), { code: 'ECONNREFUSED' })))
    return this
  },
})

const entry = import(pathToFileURL(join(folder, `${file}.mjs`)).href).then((loaded) => loaded[name])

process.on('message', async ({ id, now, payload, deadline }: Task) => {
  ahead = now - OwnDate.now()
  const context = {
    awsRequestId: `invocation-${id}`,
    functionVersion: '1',
    getRemainingTimeInMillis: () => deadline - OwnDate.now(),
  }
  try {
    // Through JSON as on AWS: what does not survive it must not work here either.
    say({ id, json: JSON.stringify(await (await entry)(payload, context)) ?? 'null' })
  } catch (error) {
    say({ id, failed: error instanceof Error ? `${error.stack}` : String(error) })
  }
})
