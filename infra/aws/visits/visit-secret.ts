import type { Stack } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/**
 * The key of synthetic visits, random from the start. CloudFormation reads it at deployment. Returns the reference for
 * the functions.
 */
export const visitSecret = (stack: Stack, { name }: Stage): string => {
  const secretName = `quad-${name}-visits`
  const secret = new Secret(stack, 'VisitSecret', {
    secretName,
    description: 'The key that opens the synthetic school',
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  })
  accepted(secret, {
    'AwsSolutions-SMG4':
      'The key opens a school without people, of which a leak shows nothing: it needs no rotation.',
  })
  return `{{resolve:secretsmanager:${secretName}:SecretString}}`
}
