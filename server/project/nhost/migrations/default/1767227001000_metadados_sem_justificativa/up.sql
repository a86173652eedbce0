-- Whoever may download a file reads its metadata. What an editor confirmed, and why, is in arquivo.confirmacoes, for editors alone.
update storage.files set metadata = metadata - array['confirmado', 'justificativa'] where metadata ?| array['confirmado', 'justificativa'];
