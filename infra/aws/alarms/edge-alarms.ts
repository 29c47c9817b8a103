import { Duration, type Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { type Stage, watchOf } from '../stage.ts'
import { awsMetric } from './metrics.ts'
import { alarmText } from './texts.ts'
import { topicOf } from './topics.ts'

/**
 * The alarm on blocked requests. The firewall of CloudFront counts in its own region, and an alarm notifies only a topic
 * of its region, so the edge has its own topic for notes.
 */
export const edgeAlarms = (stack: Stack, stage: Stage): void => {
  if (watchOf(stage) !== 'full') return
  const alarm = new Alarm(stack, 'WafBlocks', {
    alarmDescription: alarmText('WafBlocks'),
    metric: awsMetric('WAFV2', 'BlockedRequests', {
      dimensions: { WebACL: `quad-${stage.name}`, Rule: 'ALL' },
      period: Duration.minutes(5),
    }),
    threshold: 1000,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topicOf(stack, stage, 'note')))
}
