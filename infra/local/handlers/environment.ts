import { demoAdminEmail } from '../demo-people.ts'

export const tableName = 'quad'

type Place = {
  endpoint: string
  ownEngine: boolean
  dataDir: string
  defaultTenant: string
  port: number
  mediaPort: number
}

type Environment = Record<string, string | undefined>

const placeholders = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'local' }

const credentialNames = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION']

const without = (env: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

/**
 * The handlers' environment: the user's own, plus the variables that AWS would set from the stacks. With the local
 * engine, real AWS credentials are hidden, so that nothing local can reach an account.
 */
export const handlerEnvironment = (own: Environment, place: Place): Environment => ({
  ...(place.ownEngine ? { ...without(own, credentialNames), ...placeholders } : { ...placeholders, ...own }),
  STAGE: 'local',
  TABLE_NAME: own.TABLE_NAME || tableName,
  DYNAMODB_ENDPOINT: place.endpoint,
  DATA_DIR: place.dataDir,
  DEFAULT_TENANT: place.defaultTenant,
  BASE_DOMAIN: 'localhost',
  PAGES_OF_ANY_SCHOOL: own.PAGES_OF_ANY_SCHOOL || 'false',
  PUBLIC_PORT: String(place.port),
  MEDIA_PORT: String(place.mediaPort),
  MEDIA_ORIGIN: `http://localhost:${place.mediaPort}`,
  PLATFORM_ADMIN_EMAILS: own.PLATFORM_ADMIN_EMAILS ?? demoAdminEmail,
  SECURITY_CONTACT: own.SECURITY_CONTACT ?? 'mailto:security@demo.example.edu',
  RATE_LIMIT_SCALE: own.RATE_LIMIT_SCALE || '100',
  AWS_EC2_METADATA_DISABLED: 'true',
})
