import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { loadConfig, NODE_REGION_CONFIG_FILE_OPTIONS, NODE_REGION_CONFIG_OPTIONS } from '@smithy/core/config'

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

/** The account the process runs in: of the function's role on AWS, of the profile on a person's machine. */
export const ownAccount = (): Account => ({
  region: loadConfig(NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS),
  credentials: defaultProvider(),
})
