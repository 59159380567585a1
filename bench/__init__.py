"""The measurements that the documents quote."""
