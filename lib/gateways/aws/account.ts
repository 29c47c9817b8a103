import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { loadConfig, NODE_REGION_CONFIG_FILE_OPTIONS, NODE_REGION_CONFIG_OPTIONS } from '@smithy/core/config'
import { processEndpoint } from '../../settings.ts'

export type Credentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/** On whose behalf and where AWS is called. `endpoint` takes the place of AWS's own address. */
export type Account = {
  region(): Promise<string>
  credentials(): Promise<Credentials>
  readonly endpoint?: string
}

/**
 * The account the process runs in: of the function's role on AWS, of the profile on a person's machine. As for clients of
 * the SDK, `AWS_ENDPOINT_URL_<SERVICE>` names a stand-in for a service.
 */
export const ownAccount = (service: 'S3' | 'SECRETS_MANAGER'): Account => {
  const endpoint = processEndpoint(service)
  return {
    region: loadConfig(NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS),
    credentials: defaultProvider(),
    ...(endpoint ? { endpoint } : {}),
  }
}
