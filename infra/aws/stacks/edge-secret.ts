import { Aws, CfnCondition, Fn, type Stack } from 'aws-cdk-lib'
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { accepted } from '../rules.ts'
import type { Stage } from '../stage.ts'

/** CloudFront, its certificates and its rules are always in this region. */
export const edgeRegion = 'us-east-1'

const nameOf = ({ name }: Stage): string => `quad-${name}-edge`

/**
 * One value of the edge's secret, which CloudFormation reads at deployment. The version is in the template, because
 * CloudFormation reads again only when the template changes.
 */
export const edgeKey = (stage: Stage, which: 'current' | 'previous'): string => {
  const { edgeVersion } = stage.values
  const version = edgeVersion === undefined ? '' : `::${edgeVersion}`
  return `{{resolve:secretsmanager:${nameOf(stage)}:SecretString:${which}${version}}}`
}

/**
 * The edge's secret: the value that CloudFront sends, and the previous one, at first `none`. The runbook describes the
 * rotation. Returns the reference for the functions.
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
