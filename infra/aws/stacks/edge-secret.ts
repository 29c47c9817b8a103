import { Aws, CfnCondition, Fn, type Stack } from 'aws-cdk-lib'
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/** Where CloudFront, its certificates and its rules live, wherever the stage is. */
export const edgeRegion = 'us-east-1'

const nameOf = ({ name }: Stage): string => `quad-${name}-edge`

/**
 * One word of the edge's secret, as CloudFormation reads it when it deploys: in the version that the stage names, because
 * CloudFormation looks again only where the template has changed.
 */
export const edgeKey = (stage: Stage, which: 'current' | 'previous'): string => {
  const { edgeVersion } = stage.values
  const version = edgeVersion === undefined ? '' : `::${edgeVersion}`
  return `{{resolve:secretsmanager:${nameOf(stage)}:SecretString:${which}${version}}}`
}

/**
 * What the edge proves itself with: a word that CloudFront sends along, and the one before it, at first `none`;
 * the runbook says how they move on. Gives what functions take for it.
 */
export const edgeSecret = (stack: Stack, stage: Stage): string => {
  const secret = new Secret(stack, 'EdgeSecret', {
    secretName: nameOf(stage),
    description: 'What CloudFront sends along: "current", and "previous" during a rotation',
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ previous: 'none' }),
      generateStringKey: 'current',
      passwordLength: 48,
      excludePunctuation: true,
    },
  })
  accepted(secret, {
    'AwsSolutions-SMG4':
      'A rotation is two deployments, of those who take the word and of the one who sends it. The runbook says how.',
  })
  const elsewhere = new CfnCondition(stack, 'OutsideTheEdge', {
    expression: Fn.conditionNot(Fn.conditionEquals(Aws.REGION, edgeRegion)),
  })
  const made = secret.node.defaultChild as CfnSecret
  made.addPropertyOverride('ReplicaRegions', {
    'Fn::If': [elsewhere.logicalId, [{ Region: edgeRegion }], { Ref: 'AWS::NoValue' }],
  })
  return `${edgeKey(stage, 'current')},${edgeKey(stage, 'previous')}`
}
