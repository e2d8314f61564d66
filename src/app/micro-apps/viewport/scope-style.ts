/** At-rules that hold for the whole document and may not stand within another rule. */
const OUTSIDE =
  /^@(?:charset|import|namespace|font-face|keyframes|-webkit-keyframes|page|property|counter-style|font-feature-values|font-palette-values)\b/i

/**
 * A style sheet that reaches only into the containers of an application. Rules for the whole document, such as fonts and keyframes, stay as they are: they
 * style nothing by themselves.
 */
export function scopeStyle(css: string, app: string): string {
  return topLevelRules(css)
    .map((rule) => (OUTSIDE.test(rule) || isStatement(rule) ? rule : `@scope (${selectApp(app)}) {\n${rule}\n}`))
    .join('\n')
}

/** Selects the containers of an application; codes have no characters that need escaping. */
export function selectApp(app: string): string {
  return `[data-app="${app}"]`
}

/** An at-rule without a block, such as `@layer a, b;`. */
function isStatement(rule: string): boolean {
  return rule.startsWith('@') && !rule.includes('{')
}

/** Splits a style sheet after each rule; an unfinished last one is kept. */
function topLevelRules(css: string): string[] {
  const rules: string[] = []
  let start = 0
  let depth = 0
  const end = (at: number) => {
    const rule = css.slice(start, at).trim()
    if (rule !== '') rules.push(rule)
    start = at
  }
  // Comments, strings and escaped characters may contain braces.
  for (const { 0: token, index } of css.matchAll(
    /\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\\[\s\S]|[{};]/g,
  )) {
    if (token.startsWith('/*') && depth === 0 && css.slice(start, index).trim() === '') start = index + token.length
    else if (token === '{') depth += 1
    else if (token === '}') {
      depth = Math.max(0, depth - 1)
      if (depth === 0) end(index + 1)
    } else if (token === ';' && depth === 0) end(index + 1)
  }
  end(css.length)
  return rules
}
