import { place } from '../content/place'
import { site } from '../content/studio'
import { quoteOf } from '../quote'
import { themeColors } from '../http/theme-colors'

export interface MailText {
  subject: string
  title: string
  lines: string[]
  facts: [label: string, value: string][]
  /** Line by line, unchanged. */
  document?: string
  action?: { label: string; href: string }
  /** The plain text has `action` in their place. */
  links?: { before: string; items: { name: string; href: string }[]; after: string }
  quote?: string
}

export function withValues(facts: [label: string, value: string | null | undefined][]): MailText['facts'] {
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

const { light, dark } = themeColors
const style = `
body { margin: 0; padding: 24px 16px; background: ${light.background}; color: ${light.foreground}; font: 16px/1.6 "Familjen Grotesk", system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; }
.studio { margin: 0 0 28px; color: ${light.brand}; font-weight: 600; }
h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.2; letter-spacing: -0.01em; }
p { margin: 0 0 16px; white-space: pre-line; }
table { width: 100%; margin: 24px 0; border-collapse: collapse; border-top: 2px solid ${light.primary}; }
th, td { padding: 10px 0; border-bottom: 1px solid ${light.border}; text-align: left; vertical-align: top; }
th { width: 92px; padding-right: 12px; color: ${light.mutedForeground}; font-weight: 400; }
td { overflow-wrap: anywhere; white-space: pre-line; }
pre { margin: 24px 0; padding: 16px 0; border-top: 2px solid ${light.primary}; border-bottom: 1px solid ${light.border}; font: 14px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.action { display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${light.primary}; color: ${light.primaryForeground}; font-weight: 600; text-decoration: none; }
.link, footer { color: ${light.mutedForeground}; font-size: 14px; overflow-wrap: anywhere; }
footer { margin-top: 32px; }
a { color: ${light.brand}; }
@media (prefers-color-scheme: dark) {
  body { background: ${dark.background}; color: ${dark.foreground}; }
  .studio, a { color: ${dark.brand}; }
  table, pre { border-top-color: ${dark.primary}; }
  th, td, pre { border-bottom-color: ${dark.border}; }
  th, .link, footer { color: ${dark.mutedForeground}; }
  .action { background: ${dark.primary}; color: ${light.primaryForeground}; }
}`

const signature = `${site.name}, ${place.city}`

const rule = '-'.repeat(40)

export function plainText({ title, lines, facts, document, action, links, quote }: MailText): string {
  const parts = [
    title,
    ...lines,
    facts.map(([label, value]) => `${label}:${value.includes('\n') ? '\n' : ' '}${value}`).join('\n'),
    document && `${rule}\n${document}${rule}`,
    action && `${action.label}:\n${action.href}`,
    links && links.before + (action ? `, or ${action.href}` : ''),
    quote && quoteOf(quote),
    `-- \n${signature}\n${site.url}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Without any external resource. */
export function htmlText({ title, lines, facts, document, action, links, quote }: MailText): string {
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="${place.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark; }${style}</style>
</head>
<body>
<main>
<p class="studio">${escapeHtml(site.name)}</p>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${rows.length > 0 ? `<table>\n${rows.join('\n')}\n</table>` : ''}
${document ? `<pre>${escapeHtml(document)}</pre>` : ''}
${action ? actionHtml(action) : ''}
${links ? linksHtml(links) : ''}
${quote ? `<p class="link">${escapeHtml(quoteOf(quote))}</p>` : ''}
<footer>${escapeHtml(signature)} · <a href="${escapeHtml(site.url)}">${escapeHtml(new URL(site.url).host)}</a></footer>
</main>
</body>
</html>
`
}

function actionHtml({ label, href }: { label: string; href: string }): string {
  const to = escapeHtml(href)
  return `<p><a class="action" href="${to}">${escapeHtml(label)}</a></p>\n<p class="link">${to}</p>`
}

function linksHtml({ before, items, after }: NonNullable<MailText['links']>): string {
  const all = items.map(({ name, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>`)
  return `<p class="link">${escapeHtml(before)}, or ${all.join(' · ')}.<br>${escapeHtml(after)}</p>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
