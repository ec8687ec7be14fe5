/** The logo. Decorative: the text beside it has the name. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--brand)" />
      <circle cx="16" cy="13" r="5" fill="var(--brass)" />
      <path d="M13.500 15h5l2 9h-9z" fill="var(--brass)" />
    </svg>
  )
}
