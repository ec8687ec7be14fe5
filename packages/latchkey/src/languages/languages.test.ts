import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { english } from '../pages/texts.ts'
import type { Texts } from '../types/texts.ts'

type Text = string | ((value: string) => string)

/** The letters of each language, and words of other scripts or languages that are right in it. */
const LETTERS: Record<string, { readonly letters: RegExp; readonly words?: readonly string[] }> = {
  ar: { letters: /\p{Script=Arabic}/u, words: ['JavaScript'] },
  de: { letters: /[a-zäöüß]/i },
  es: { letters: /[a-záéíñóúü]/i },
  fr: { letters: /[a-zàâçéèêëîïôœùûü]/i },
  it: { letters: /[a-zàèéìòù]/i },
  ja: {
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
    words: ['Cookie', 'JavaScript', 'QR'],
  },
  nl: { letters: /[a-zéëï]/i },
  pl: { letters: /[a-ząćęłńóśźż]/i },
  'pt-BR': { letters: /[a-zàáâãçéêíóôõú]/i },
  'zh-Hans': { letters: /\p{Script=Han}/u, words: ['Cookie', 'JavaScript'] },
}

/** Texts that are the same in English. */
const SAME_IN_ENGLISH: Record<string, readonly string[]> = {
  de: ['Code', 'Name', 'Passkey', 'Passkeys'],
  fr: ['Code'],
  it: ['Passkey', 'Password'],
  nl: ['Code'],
  'pt-BR': ['E-mail'],
}

/** In characters: longer ones need two lines on a narrow phone. */
const MAX_BUTTON_LENGTH = 40
const BUTTON =
  /(?:^|\.)button$|^(?:signIn\.with|signOut\.stay|credentials\.withPassword|webauthn\.add|verify\.passkey|verifyRequest\.again|error\.(?:signIn|home)|account\.(?:rename|save|more|open\.\w+|email\.(?:change|confirm|cancel)|\w+\.(?:add|connect|disconnect|remove|setUp|newCodes|usePasskeys|forgetDevices|signOut|signOutOthers)))$/

/** A value that no text contains. Texts with a number depend on it. */
const MARKER = '864'
const COUNTS = ['0', '1', '2', '3', '11', '30', '100']

const files = readdirSync(new URL('.', import.meta.url))
  .filter((name) => !name.includes('.test.'))
  .map((name) => name.slice(0, -'.ts'.length))

/** Returns all texts of a catalogue, by their paths. */
function listTexts(catalogue: object, before = ''): ReadonlyMap<string, Text> {
  const texts = Object.entries(catalogue).flatMap(([key, value]): [string, Text][] =>
    typeof value === 'object' && value !== null
      ? [...listTexts(value, `${before}${key}.`)]
      : [[before + key, value]],
  )
  return new Map(texts.filter(([path]) => path !== 'lang' && path !== 'dir'))
}

function show(text: Text, value = MARKER): string {
  return typeof text === 'string' ? text : text(value)
}

const originals = listTexts(english)

it('there is a test for each language', () => {
  expect(Object.keys(LETTERS).sort()).toEqual(files.sort())
})

describe.each(files)('the texts in %s', async (tag) => {
  const { default: catalogue }: { default: Texts } = await import(/* @vite-ignore */ `./${tag}.ts`)
  const texts = listTexts(catalogue)
  const { letters, words = [] } = LETTERS[tag] ?? { letters: /(?!)/ }

  /** Returns the texts in which something is wrong, by their paths. */
  function find(isWrong: (shown: string, path: string, text: Text) => boolean): Record<string, string> {
    const wrong = [...texts].map(([path, text]) => [path, show(text), text] as const)
    return Object.fromEntries(wrong.filter(([path, shown, text]) => isWrong(shown, path, text)))
  }

  it('have the name of the file as their tag, and a direction', () => {
    expect({ lang: catalogue.lang, dir: catalogue.dir }).toEqual({
      lang: tag,
      dir: new Intl.Locale(tag).maximize().script === 'Arab' ? 'rtl' : 'ltr',
    })
  })

  it('have the keys that English has', () => {
    expect([...texts.keys()].sort()).toEqual([...originals.keys()].sort())
  })

  it('are not empty, and have no spaces at their ends or two in a row', () => {
    expect(find((shown) => shown.trim() !== shown || shown === '' || shown.includes('  '))).toEqual({})
  })

  it('are not English', () => {
    const isEnglish = (shown: string, path: string): boolean => {
      const original = originals.get(path)
      return original !== undefined && shown === show(original) && !SAME_IN_ENGLISH[tag]?.includes(shown)
    }
    expect(find(isEnglish)).toEqual({})
  })

  it('contain the value where English does', () => {
    expect(find((shown, _, text) => typeof text === 'function' && !shown.includes(MARKER))).toEqual({})
  })

  it('contain the numbers of the English texts', () => {
    const lacksNumber = (shown: string, path: string): boolean => {
      const numbers = show(originals.get(path) ?? '').match(/\d+/g) ?? []
      return numbers.some((number) => !shown.includes(number))
    }
    expect(find(lacksNumber)).toEqual({})
  })

  it('differ for each number', () => {
    for (const path of [
      'verify.trustDevice',
      'recoveryCodes.left',
      'mail.notice.codesLeft',
      'newPassword.hint',
    ]) {
      const shown = COUNTS.map((count) => show(texts.get(path) ?? '', count))
      expect({ path, shown: new Set(shown).size }).toEqual({
        path,
        shown: COUNTS.length,
      })
    }
  })

  it('contain only letters of the language', () => {
    const known = new RegExp(`\\b(?:${words.join('|')})\\b`, 'g')
    const hasOther = (shown: string): boolean =>
      [...(words.length > 0 ? shown.replaceAll(known, '') : shown)].some(
        (character) => /\p{L}/u.test(character) && !letters.test(character),
      )
    expect(find(hasOther)).toEqual({})
  })

  it('end with a full stop where English does', () => {
    const ends = (shown: string): boolean => /[.。]$/.test(shown)
    expect(find((shown, path) => ends(shown) !== ends(show(originals.get(path) ?? '')))).toEqual({})
  })

  it('fit on buttons', () => {
    const isLong = (shown: string, path: string): boolean =>
      BUTTON.test(path) && shown.replace(MARKER, 'Google').length > MAX_BUTTON_LENGTH
    expect(find(isLong)).toEqual({})
  })
})
