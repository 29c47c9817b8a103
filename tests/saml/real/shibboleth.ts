import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { metadataOf } from '../config/idp-metadata.ts'
import { type Idp, packed, type Request } from '../idp.ts'
import { freePort } from './simplesaml.ts'

/** Shibboleth's service provider, which nobody here wrote, as a judge of responses. */
export type Shibboleth = {
  /** Whether it opens a session for a response. */
  takes(xml: string): Promise<boolean>
  /** What it has logged last, for a verdict that surprises. */
  lastWords(): string
  stop(): Promise<void>
}

const etc = '/etc/shibboleth'

const logger = (file: string): string => `log4j.rootCategory=WARN, file
log4j.appender.file=org.apache.log4j.FileAppender
log4j.appender.file.fileName=${file}
log4j.appender.file.layout=org.apache.log4j.BasicLayout
`

const configOf = (folder: string, { entityId }: Request, issuer: string): string => `<SPConfig
  xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180" logger="${folder}/shibd.logger">
  <OutOfProcess logger="${folder}/shibd.logger"/>
  <InProcess logger="${folder}/native.logger"/>
  <UnixListener address="${folder}/shibd.sock"/>
  <ApplicationDefaults entityID="${entityId}" REMOTE_USER="eppn" signing="false" encryption="false">
    <Sessions lifetime="28800" timeout="3600" relayState="cookie" checkAddress="false" handlerURL="/auth/saml"
      handlerSSL="false" cookieProps="http" redirectLimit="none">
      <SessionInitiator type="SAML2" Location="/Login" isDefault="true" entityID="${issuer}"/>
      <md:AssertionConsumerService xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" Location="/callback" index="1"
        Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"/>
    </Sessions>
    <Errors supportContact="nobody@localhost"/>
    <MetadataProvider type="XML" validate="false" path="${folder}/idp.xml"/>
    <AttributeExtractor type="XML" validate="false" path="${etc}/attribute-map.xml"/>
    <AttributeFilter type="XML" validate="false" path="${etc}/attribute-policy.xml"/>
    <CredentialResolver type="File" key="${folder}/sp.key" certificate="${folder}/sp.crt"/>
  </ApplicationDefaults>
  <SecurityPolicyProvider type="XML" validate="false" path="${etc}/security-policy.xml"/>
  <ProtocolProvider type="XML" validate="false" reloadChanges="false" path="${etc}/protocols.xml"/>
</SPConfig>
`

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'env', 'dir', 'mime']

const apacheOf = (folder: string, port: number, origin: string): string => `ServerRoot "${folder}"
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
LoadModule mod_shib /usr/lib/apache2/modules/mod_shib.so
Listen 127.0.0.1:${port}
ServerName ${origin}:80
UseCanonicalName On
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/apache.log
LogLevel warn
TypesConfig /dev/null
DocumentRoot ${folder}/www
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
ShibConfig ${folder}/shibboleth2.xml
<Location />
  Require all granted
</Location>
<Location /auth/saml>
  SetHandler shib-handler
</Location>
`

const post = (port: number, host: string, path: string, body: string, patience: number) =>
  new Promise<{ readonly status: number; readonly cookies: readonly string[] }>((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(patience),
      headers: {
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [] }),
      )
    })
    call.end(body)
  })

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const over = once(child, 'exit')
  await Promise.race([over, pause(5000, undefined, { ref: false })])
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}

/** Starts one in a folder of its own: the service provider of `sp`, who knows one identity provider and has one key. */
export const startShibboleth = async (
  folder: string,
  provider: Idp,
  sp: Request,
  own: Pick<Idp, 'key' | 'certificate'>,
): Promise<Shibboleth> => {
  const port = await freePort()
  const { host, pathname, origin } = new URL(sp.callback)
  mkdirSync(join(folder, 'www'), { recursive: true })
  const files = {
    'shibboleth2.xml': configOf(folder, sp, provider.entityId),
    'shibd.logger': logger(join(folder, 'shibd.log')),
    'native.logger': logger(join(folder, 'native.log')),
    'idp.xml': metadataOf(provider),
    'sp.key': own.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    'sp.crt': own.certificate,
    'apache.conf': apacheOf(folder, port, origin),
    'native.log': '',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  // Apache's workers run as another user, and go through here to the socket.
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'native.log'), 0o666)
  const shell = (command: string): ChildProcess =>
    spawn('/bin/sh', ['-c', `umask 0; exec ${command}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  const daemon = shell(`/usr/sbin/shibd -f -F -c ${folder}/shibboleth2.xml -p ${folder}/shibd.pid -w 30`)
  let apache: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    if (apache) await ended(apache)
    await ended(daemon)
  }
  const isUp = async (): Promise<boolean> => {
    try {
      return (await post(port, host, pathname, '', 2000)).status > 0
    } catch {
      return false
    }
  }
  const read = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  const lastWords = (): string =>
    ['shibd.log', 'apache.log'].flatMap((name) => read(name).trim().split('\n').slice(-1)).join('\n')
  for (let attempt = 0; !existsSync(join(folder, 'shibd.sock')) || !apache || !(await isUp()); attempt += 1) {
    if (attempt > 100 || daemon.exitCode !== null || (apache?.exitCode ?? null) !== null) {
      const words = lastWords()
      await stop()
      throw new Error(`Shibboleth does not answer.\n${words}`)
    }
    if (!apache && existsSync(join(folder, 'shibd.sock')))
      apache = shell(`/usr/sbin/apache2 -f ${folder}/apache.conf -DFOREGROUND`)
    await pause(200)
  }
  return {
    async takes(xml) {
      const body = new URLSearchParams({ SAMLResponse: packed(xml), RelayState: '/' }).toString()
      const { cookies } = await post(port, host, pathname, body, 15_000)
      return cookies.some((cookie) => cookie.startsWith('_shibsession'))
    },
    lastWords,
    stop,
  }
}
