import { hasOperator, issueSetupCode, SETUP_LINK_TEXT, setupLink } from '../modules/units/setup/setup-codes.ts'
import { machineAddress, parseConfig } from '../runtime/config.ts'
import { StartError } from '../runtime/errors.ts'
import { type Output, runCommand, withDatabase } from './run-command.ts'

/** Prints another set-up link while there is no operator, whether the portal runs or not. Resolves to the process's exit code. */
export function printSetupLink(_: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(output, async () => {
    const config = parseConfig(env)
    const code = await withDatabase(config, (database) =>
      database.asOwner(async (tx) => ((await hasOperator(tx)) ? undefined : issueSetupCode(tx))),
    )
    if (code === undefined) throw new StartError('The portal has an operator already; add units by npm run setup.')
    const origin = config.origin ?? machineAddress(config, config.port)
    output.print(`${SETUP_LINK_TEXT} ${setupLink(origin, code)}`)
  })
}
