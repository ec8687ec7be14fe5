import { COMMON_WORDS } from './common-words.ts'

/** Shorter words are parts of too many others. */
const MIN_WORD_LENGTH = 3
/**
 * How many letters and digits besides what is easy to guess do not make a password hard to guess,
 * and how many other characters.
 */
const MAX_REST = 4
/** More of them are a passphrase. */
const MAX_COMMON_WORDS = 2

/**
 * Returns whether a password is one of the most common ones, or consists of them: `Password1234567!`,
 * `qwertyqwertyqwerty`, `aaaaaaaaaaaaaaa`.
 */
export function isCommon(text: string): boolean {
  return isGuessable(text, [])
}

/**
 * Returns whether a password consists of words from the texts, alone or with common ones:
 * `ann.example.2025`.
 */
export function isContextWord(text: string, texts: readonly string[]): boolean {
  const words = texts.flatMap(toWords)
  const lower = text.toLowerCase()
  return words.some((word) => lower.includes(word)) && isGuessable(text, words)
}

/**
 * Returns whether little is left of a text without the words, up to two common ones, runs such as
 * `1234`, and repetitions.
 */
function isGuessable(text: string, words: readonly string[]): boolean {
  const common = new Set<string>()
  let rest = text.toLowerCase()
  for (const word of [...words, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length)) {
    if (rest.includes(word) && !words.includes(word)) common.add(word)
    // A blank keeps what was apart from becoming a word.
    rest = rest.replaceAll(word, ' ')
  }
  const left = withoutRuns(rest).replaceAll(' ', '')
  const isLittle = [left.match(/[\p{L}\p{N}]/gu), left.match(/[^\p{L}\p{N}]/gu)].every(
    (found) => (found?.length ?? 0) <= MAX_REST,
  )
  return common.size <= MAX_COMMON_WORDS && (isLittle || isRepeated(left))
}

/** Removes three or more letters that follow one another, or that are the same. */
function withoutRuns(text: string): string {
  const letters = [...text]
  const isRun = (at: number): boolean => {
    const [a = 0, b = 0, c = 0] = letters.slice(at, at + 3).map((letter) => letter.codePointAt(0) ?? 0)
    return letters.length >= at + 3 && b - a === c - b && Math.abs(b - a) <= 1
  }
  return letters.filter((_, at) => ![at - 2, at - 1, at].some((start) => start >= 0 && isRun(start))).join('')
}

/** Returns whether a text repeats one to four characters. */
function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1{2,}.{0,3}$/su.test(text)
}

/** Returns a text as a whole, and its parts: those of an address, a host or a name. */
function toWords(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase().trim()
  const parts = lower.split(/[^\p{L}\p{M}\p{N}]+/u)
  const words = [lower, parts.join(''), ...parts]
  return [...new Set(words)].filter((word) => [...word].length >= MIN_WORD_LENGTH)
}
