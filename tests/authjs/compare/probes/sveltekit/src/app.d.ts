/// <reference types="@auth/sveltekit" />

declare global {
  namespace App {}
}

export {}
