-- Every process reads which migrations were applied, to refuse a schema that a later version has changed.
GRANT SELECT ON "_prisma_migrations" TO skucast_system;
