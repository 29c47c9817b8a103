/** What a page of the runbook stops, and how the stage answers when it does not stand still. */
type Part = { readonly what: string; readonly works: RegExp; readonly start: (id: string) => string }

/** In the order in which they are to start again: nobody gets in before effects follow. */
const parts: Readonly<Record<string, Part>> = {
  stream: {
    what: 'the stream (no mail, no notifications)',
    works: /^(?:Enabl|Creat|Updat)/,
    start: (id) => `aws lambda update-event-source-mapping --uuid ${id} --enabled`,
  },
  clock: {
    what: 'the clock (nothing happens at its time)',
    works: /^ENABLED$/,
    start: (id) => `aws events enable-rule --name ${id}`,
  },
  gateway: {
    what: 'the gateway (everybody is turned away)',
    // A stage without limits of its own has none to say.
    works: /^(?!0(?:\.0)?(?:\s|$))/,
    start: (id) => `aws apigatewayv2 update-stage --api-id ${id} --stage-name '$default'`,
  },
}

/** Asks the stage for the states of all parts; every line is a part, its id and its state. Follows the first page's commands. */
export const question = `
set +e
ask() { echo "part $1 $2 $(shift 2; "$@" --output text | tr '\\t' ' ')"; }
id=$(of api StreamMapping); ask stream "$id" aws lambda get-event-source-mapping --uuid "$id" --query State
id=$(of api ClockRule); ask clock "$id" aws events describe-rule --name "$id" --query State
id=$(of api ApiId); ask gateway "$id" aws apigatewayv2 get-stage --api-id "$id" --stage-name '$default' \\
  --query 'DefaultRouteSettings.[ThrottlingRateLimit, ThrottlingBurstLimit]'
`

type Answer = { readonly id: string; readonly state: string }

/** The answers to the question by part; a part that did not answer is missing. */
export const answersIn = (said: string): ReadonlyMap<string, Answer> =>
  new Map(
    [...said.matchAll(/^part (\w+) (\S+) +(\S.*)$/gm)].map(([, part = '', id = '', state = '']) => [
      part,
      { id, state: state.trim() },
    ]),
  )

/** Limits as they were before anybody was turned away, otherwise those of a stage that sets none. */
const limitsOf = (before: Answer | undefined): string => {
  const [rate = '', burst = ''] =
    before !== undefined && /^[1-9]/.test(before.state) ? before.state.split(/\s+/) : []
  return `ThrottlingRateLimit=${Number(rate) || 1000},ThrottlingBurstLimit=${Number(burst) || 2000}`
}

/**
 * What stands still on a stage, with the commands that start it again, in lines for a person. None when all of it works.
 * `before` are the answers from before the walk, `now` those of after it, and `exports` what a shell needs beforehand.
 */
export const warningOf = (
  before: ReadonlyMap<string, Answer>,
  now: ReadonlyMap<string, Answer>,
  exports: string,
): readonly string[] => {
  const silent = Object.entries(parts).filter(([name]) => !now.has(name))
  const still = Object.entries(parts).flatMap(([name, { what, works, start }]) => {
    const answer = now.get(name)
    if (answer === undefined || works.test(answer.state)) return []
    const limits = name === 'gateway' ? ` --default-route-settings ${limitsOf(before.get(name))}` : ''
    return [{ what: `${what}: ${answer.state}`, command: `${start(answer.id)}${limits}` }]
  })
  return [
    ...(still.length === 0
      ? []
      : [
          'THE STAGE IS STOPPED. This stands still:',
          ...still.map(({ what }) => `  ${what}`),
          'These commands start it again:',
          ...(exports === '' ? [] : [`  ${exports}`]),
          ...still.map(({ command }) => `  ${command}`),
        ]),
    ...silent.map(
      ([, { what }]) =>
        `NOBODY KNOWS whether it works: ${what}. The stage did not say; step 7 of "Restoring the table" starts it.`,
    ),
  ]
}
