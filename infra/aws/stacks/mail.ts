import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { CnameRecord, HostedZone, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53'
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { Stage } from '../stage.ts'

/** The address and the domain of `MAIL_FROM`, which is `Name <address>` or a bare address. */
export const senderOf = ({ settings: { MAIL_FROM = '' } }: Stage) => {
  const address = /<([^>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return { address, domain: address.split('@')[1] ?? address }
}

/** What the mails of a stage are counted under. */
export const configurationSetName = ({ name }: Stage): string => `quad-${name}`

/** Whether a stage has an address that it could send from: a trial has none until somebody gives it one. */
export const sendsMail = (stage: Stage): boolean => !senderOf(stage).domain.endsWith('.invalid')

const sendingSet = (stack: Stack, stage: Stage): ConfigurationSet => {
  const set = new ConfigurationSet(stack, 'Sending', {
    configurationSetName: configurationSetName(stage),
    reputationMetrics: true,
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    // Who bounced or complained once gets no second mail, whoever asks for one.
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  })
  set.addEventDestination('Counts', {
    destination: EventDestination.cloudWatchDimensions([
      {
        source: CloudWatchDimensionSource.MESSAGE_TAG,
        name: 'ses:configuration-set',
        defaultValue: configurationSetName(stage),
      },
    ]),
    events: [
      EmailSendingEvent.SEND,
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
    ],
  })
  return set
}

/** Publishes the keys of the identity in the zone, or says where they have to be published. */
const publishKeys = (stack: Stack, stage: Stage, identity: EmailIdentity): void => {
  const { zone } = stage
  const { domain } = senderOf(stage)
  const ours = zone !== undefined && (domain === zone.zoneName || domain.endsWith(`.${zone.zoneName}`))
  for (const [at, { name, value }] of identity.dkimRecords.entries()) {
    if (!ours) {
      new CfnOutput(stack, `Key${at + 1}`, { value: `${name} CNAME ${value}` })
      continue
    }
    new CnameRecord(stack, `Key${at + 1}`, {
      zone: HostedZone.fromHostedZoneAttributes(stack, `Zone${at + 1}`, zone),
      // The name is known to AWS only: told to be whole, it is not put below the zone again.
      recordName: `${name}.`,
      domainName: value,
    })
  }
}

/** Where bounces go: a name below the sender's own, which SPF then speaks for. */
const bounceName = (stage: Stage): string => `bounce.${senderOf(stage).domain}`

/**
 * Says in DNS who sends for the domain and what to do with other mail. A domain that is not the stage's own may have its
 * own word on that: then the outputs say what to enter.
 */
const publishPolicy = (stack: Stack, stage: Stage): void => {
  const { zone, domain: own } = stage
  const { domain } = senderOf(stage)
  const exchange = `feedback-smtp.${stack.region}.amazonses.com`
  const spf = 'v=spf1 include:amazonses.com -all'
  const dmarc = 'v=DMARC1; p=quarantine; adkim=r; aspf=r'
  if (zone !== undefined && domain === own) {
    const at = HostedZone.fromHostedZoneAttributes(stack, 'PolicyZone', zone)
    const bounces = `${bounceName(stage)}.`
    new MxRecord(stack, 'Bounces', {
      zone: at,
      recordName: bounces,
      values: [{ priority: 10, hostName: exchange }],
    })
    new TxtRecord(stack, 'Spf', { zone: at, recordName: bounces, values: [spf] })
    new TxtRecord(stack, 'Dmarc', { zone: at, recordName: `_dmarc.${domain}.`, values: [dmarc] })
    return
  }
  new CfnOutput(stack, 'BouncesRecord', { value: `${bounceName(stage)} MX 10 ${exchange}` })
  new CfnOutput(stack, 'SpfRecord', { value: `${bounceName(stage)} TXT "${spf}"` })
  new CfnOutput(stack, 'DmarcRecord', { value: `_dmarc.${domain} TXT "${dmarc}"` })
}

/**
 * The right to send mail as the domain of `MAIL_FROM`: an identity of SES with its keys in DNS, and what it counts.
 * An account that has that identity already leaves this stack out.
 */
export const mailStack = (app: App, stage: Stage) => {
  const stack = new Stack(app, `quad-${stage.name}-mail`, { description: 'Quad: the sender of mail' })
  const configurationSet = sendingSet(stack, stage)
  const identity = new EmailIdentity(stack, 'Sender', {
    identity: Identity.domain(senderOf(stage).domain),
    configurationSet,
    mailFromDomain: bounceName(stage),
  })
  publishKeys(stack, stage, identity)
  publishPolicy(stack, stage)
  return { stack }
}
