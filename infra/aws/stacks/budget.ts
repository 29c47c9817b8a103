import type { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Stage } from '../stage.ts'

/**
 * Tells when the month's money goes. It counts the whole account: a budget of what is tagged with the stage would count
 * nothing until somebody has activated the tag, and say nothing about that.
 */
export const budget = (stack: Stack, { name, values: { monthlyBudget } }: Stage, topic: ITopic): void => {
  if (monthlyBudget === undefined) return
  const telling = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
  })
  const made = new CfnBudget(stack, 'Budget', {
    budget: {
      budgetName: `quad-${name}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [telling('ACTUAL', 80), telling('FORECASTED', 100)],
  })
  // AWS tries the topic when the budget is made, so that its policy has to stand.
  made.node.addDependency(topic)
}
