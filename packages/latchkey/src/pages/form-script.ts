import { compact } from './compact.ts'

/**
 * The script of pages with a field for a password: shows what was typed, and hides it again; says
 * that a form is being sent, or that there is no network. It must not contain `"`, `&` or `<`, because
 * it is inserted into the page without escaping.
 */
export const formScript: string = compact(`
'use strict';
for (const button of document.querySelectorAll('button.show')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const show = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => setShown(field.type === 'password'));
  /* Browsers remember text for other forms, but no passwords. */
  field.form.addEventListener('submit', () => setShown(false));

  function setShown(isShown) {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? button.dataset.hide : show;
  }
}

const offline = document.querySelector('[data-offline]');
/* Without TLS, the server is on this device. */
const hasNetwork = () => navigator.onLine || location.protocol === 'http:';
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    offline.textContent = '';
    if (hasNetwork()) {
      form.ariaBusy = 'true';
      return;
    }
    event.preventDefault();
    form.before(offline);
    offline.textContent = offline.dataset.offline;
  });
}
/* Also after the user went back. */
addEventListener('pageshow', () => {
  for (const form of document.forms) form.ariaBusy = null;
});
`)
