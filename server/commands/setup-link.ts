import { reachDatabase } from '../db/reach.ts'
import { hasOperator, issueSetupCode, SETUP_LINK_TEXT, setupLink } from '../modules/units/setup/setup-codes.ts'
import { machineAddress, parseConfig } from '../runtime/config.ts'
import { StartError } from '../runtime/errors.ts'

interface Output {
  print(text: string): void
  complain(text: string): void
}

/** Prints another set-up link while there is no operator, whether the portal runs or not. Resolves to the process's exit code. */
export async function printSetupLink(env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  try {
    const config = parseConfig(env)
    const { database, stop } = await reachDatabase(config)
    try {
      const code = await database.asOwner(async (tx) => ((await hasOperator(tx)) ? undefined : issueSetupCode(tx)))
      if (code === undefined) throw new StartError('The portal has an operator already; add units by npm run setup.')
      const origin = config.origin ?? machineAddress(config, config.port)
      output.print(`${SETUP_LINK_TEXT} ${setupLink(origin, code)}`)
      return 0
    } finally {
      await stop()
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    output.complain(error.message)
    return 1
  }
}
