import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** SimpleSAMLphp, an identity provider that nobody here wrote, on loopback. */
export type SimpleSaml = {
  readonly base: string
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  readonly certificate: string
  /** Makes a service provider known; `options` are those of a row of its list. */
  register(name: string, metadata: string, options?: string): void
  stop(): void
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const mail = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const program = '/usr/share/simplesamlphp'

const configOf = (folder: string, base: string, port: number): string => `<?php
$config = [
  'baseurlpath' => '${base}',
  'certdir' => '${folder}/cert/', 'loggingdir' => '${folder}/log/', 'datadir' => '${folder}/data/',
  'tempdir' => '${folder}/tmp/', 'metadatadir' => '${folder}/metadata/',
  'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'secretsalt' => 'loopback-${port}-0123456789', 'auth.adminpassword' => 'unused-${port}',
  'technicalcontact_name' => 'test', 'technicalcontact_email' => 'na@example.org', 'timezone' => 'UTC',
  'admin.protectmetadata' => false, 'admin.checkforupdates' => false, 'trusted.url.domains' => null,
  'errorreporting' => false, 'showerrors' => true, 'enable.saml20-idp' => true, 'statistics.out' => [],
  'debug' => ['saml' => false, 'backtraces' => true, 'validatexml' => false],
  'logging.level' => 4, 'logging.handler' => 'file', 'logging.logfile' => 'idp.log',
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.duration' => 28800, 'session.datastore.timeout' => 14400, 'session.state.timeout' => 3600,
  'session.cookie.name' => 'IDP${port}', 'session.cookie.lifetime' => 0, 'session.cookie.path' => '/',
  'session.cookie.domain' => null, 'session.cookie.secure' => false, 'session.cookie.samesite' => 'Lax',
  'session.phpsession.cookiename' => 'PHP${port}', 'session.phpsession.savepath' => null,
  'session.phpsession.httponly' => true, 'session.authtoken.cookiename' => 'TOKEN${port}',
  'language.available' => ['en'], 'language.default' => 'en', 'language.cookie.secure' => false,
  'language.cookie.samesite' => 'Lax', 'theme.use' => 'default', 'production' => true, 'usenewui' => false,
  'authproc.idp' => [], 'authproc.sp' => [], 'metadata.sources' => [['type' => 'flatfile']],
  'store.type' => 'sql', 'store.sql.dsn' => 'sqlite:${folder}/data/store.sqlite', 'store.sql.prefix' => 'T',
  'metadata.sign.enable' => false, 'proxy' => null,
];
`

const people = `<?php
$config = ['admin' => ['core:AdminPassword'], 'people' => ['exampleauth:UserPass',
  'ada:adapass' => ['email' => ['ada@alpha.example'], 'firstName' => ['Ada'], 'lastName' => ['Lovelace'],
    'displayName' => ['Ada Lovelace'], 'studentId' => ['S-1001'], 'department' => ['Mathematics'],
    'role' => ['student', 'member']],
  'bob:bobpass' => ['email' => ['bob@alpha.example'], 'firstName' => ['Bob'],
    'lastName' => ["O'Neil & <Söhne>"], 'displayName' => ['Bob Ö'], 'role' => ['staff']],
  'noemail:nopass' => ['firstName' => ['No'], 'lastName' => ['Mail']],
]];
`

const hosted = (base: string): string => `<?php
$metadata['${base}saml2/idp/metadata.php'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.key',
  'certificate' => 'idp.crt', 'auth' => 'people', 'sign.logout' => true,
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'attributes.NameFormat' => 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic', 'NameIDFormat' => '${mail}',
  'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'email', 'Format' => '${mail}']]];
`

const remote = `<?php
foreach (glob(__DIR__ . '/sp/*.xml') as $file)
  foreach (\\SimpleSAML\\Metadata\\SAMLParser::parseDescriptorsFile($file) as $id => $parsed) {
    $found = $parsed->getMetadata20SP();
    if ($found === null) continue;
    unset($found['entityDescriptor'], $found['expire']);
    $options = preg_replace('/\\.xml$/', '.php', $file);
    if (is_file($options)) $found = array_merge($found, require $options);
    $metadata[$id] = $found;
  }
`

const furnish = (folder: string, base: string, port: number): void => {
  for (const room of ['config', 'metadata/sp', 'cert', 'log', 'data', 'tmp', 'docroot'])
    mkdirSync(join(folder, room), { recursive: true })
  symlinkSync(join(program, 'www'), join(folder, 'docroot', 'simplesaml'))
  const files = {
    'config/config.php': configOf(folder, base, port),
    'config/authsources.php': people,
    'metadata/saml20-idp-hosted.php': hosted(base),
    'metadata/saml20-sp-remote.php': remote,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const key = ['-keyout', join(folder, 'cert/idp.key'), '-out', join(folder, 'cert/idp.crt')]
  const wanted = ['-newkey', 'rsa:2048', '-nodes', '-days', '3650', '-sha256', '-subj', '/CN=loopback-idp']
  execFileSync('openssl', ['req', '-x509', ...wanted, ...key], { stdio: 'ignore' })
}

const answers = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(address)).ok
  } catch {
    return false
  }
}

/** Starts one in a folder of its own, with three people: ada, bob (whose name needs escaping) and one without an address. */
export const startSimpleSaml = async (folder: string): Promise<SimpleSaml> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/simplesaml/`
  furnish(folder, base, port)
  const env = {
    ...process.env,
    SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config'),
    PHP_CLI_SERVER_WORKERS: '2',
  }
  const server = spawn(
    'php',
    ['-d', 'opcache.enable=0', '-S', `127.0.0.1:${port}`, '-t', join(folder, 'docroot')],
    {
      env,
      detached: true,
      stdio: 'ignore',
    },
  )
  // Its workers live in its process group, so that they end together.
  const stop = (): void => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
  }
  const entityId = `${base}saml2/idp/metadata.php`
  for (let attempt = 0; !(await answers(entityId)); attempt += 1) {
    if (attempt > 60) {
      stop()
      throw new Error('The identity provider does not answer.')
    }
    await pause(250)
  }
  return {
    base,
    entityId,
    ssoUrl: `${base}saml2/idp/SSOService.php`,
    sloUrl: `${base}saml2/idp/SingleLogoutService.php`,
    certificate: readFileSync(join(folder, 'cert/idp.crt'), 'utf8'),
    register(name, metadata, options) {
      writeFileSync(join(folder, `metadata/sp/${name}.xml`), metadata)
      if (options) writeFileSync(join(folder, `metadata/sp/${name}.php`), `<?php return ${options};\n`)
    },
    stop,
  }
}
